//! Runs on several worker processes and a real `PostgreSQL`, which are killed, restarted and cut
//! off. They need a server's programs, so they are left to `cargo xtask test` and
//! `cargo xtask cluster-torture`, which run them one at a time.

#![cfg(target_os = "linux")]

mod formats;
mod marathon;
mod postgres;
mod trust;
mod workers;
