//! A client's socket, as hyper reads and writes it.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

use crate::headers;
use crate::link::Link;

/// A socket that reports what happens on it, and completes the answers that
/// hyper gives by itself.
pub(crate) struct Socket {
    stream: TcpStream,
    link: Arc<Link>,
    refusal: Option<Refusal>,
    closing: bool,
}

/// An answer to what is no request, and how much of it has been written.
struct Refusal {
    text: Vec<u8>,
    written: usize,
}

impl Socket {
    pub fn new(stream: TcpStream, link: Arc<Link>) -> Self {
        Socket { stream, link, refusal: None, closing: false }
    }

    /// Takes what hyper writes although nobody has been asked: its answer to
    /// what is no request (400, 414, 431). It has not passed through the app,
    /// so it gets here the headers that every answer has.
    fn refuses(&mut self, bufs: &[IoSlice<'_>]) -> Option<usize> {
        let begun = self.refusal.is_some();
        if !begun && !self.link.is_unasked() {
            return None;
        }
        let refusal = self.refusal.get_or_insert_with(|| Refusal { text: Vec::new(), written: 0 });
        let length = bufs.iter().map(|buf| buf.len()).sum();
        refusal.text.extend(bufs.iter().flat_map(|buf| buf.iter()));
        if !begun {
            headers::insert(&mut refusal.text);
        }
        Some(length)
    }

    /// Writes what is left of a refusal.
    fn poll_refusal(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let Some(Refusal { text, written }) = &mut self.refusal else { return Poll::Ready(Ok(())) };
        while *written < text.len() {
            match ready!(Pin::new(&mut self.stream).poll_write(cx, &text[*written..]))? {
                0 => return Poll::Ready(Err(io::ErrorKind::WriteZero.into())),
                more => *written += more,
            }
        }
        Poll::Ready(Ok(()))
    }

    fn wrote(&self, done: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        if matches!(done, Poll::Ready(Ok(1..))) {
            self.link.wrote();
        }
        done
    }
}

impl AsyncRead for Socket {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = buf.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(cx, buf))?;
        if buf.filled().len() > before {
            self.link.heard();
        }
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Socket {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        if let Some(taken) = self.refuses(&[IoSlice::new(buf)]) {
            return Poll::Ready(Ok(taken));
        }
        let done = Pin::new(&mut self.stream).poll_write(cx, buf);
        self.wrote(done)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        if let Some(taken) = self.refuses(bufs) {
            return Poll::Ready(Ok(taken));
        }
        let done = Pin::new(&mut self.stream).poll_write_vectored(cx, bufs);
        self.wrote(done)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.poll_refusal(cx))?;
        ready!(Pin::new(&mut self.stream).poll_flush(cx))?;
        self.link.flushed();
        Poll::Ready(Ok(()))
    }

    /// Says that nothing more comes, and reads on until the client says so
    /// too: a socket closed with unread bytes would take back the last answer.
    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.poll_refusal(cx))?;
        if !self.closing {
            ready!(Pin::new(&mut self.stream).poll_shutdown(cx))?;
            self.closing = true;
            self.link.closing();
        }
        let mut bytes = [0; 4096];
        loop {
            let mut unread = ReadBuf::new(&mut bytes);
            ready!(Pin::new(&mut self.stream).poll_read(cx, &mut unread))?;
            if unread.filled().is_empty() {
                return Poll::Ready(Ok(()));
            }
        }
    }
}
