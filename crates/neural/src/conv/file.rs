//! Policy and value networks as files, in the same format as value networks: other tensors, and
//! a header that says so.

use agon_core::Registered;
use serde_json::json;

use super::net::PolicyNet;
use super::shape::{Board, Layout, Size};
use crate::file::{File, write};
use crate::{Header, NetError};

/// What the header says under `format`.
const FORMAT: &str = "agon policy network 1";

impl PolicyNet {
    /// Reads a network for a game. Any bytes may come: what cannot be used is an error.
    pub fn for_game<G: Registered>(game: &G, bytes: &[u8]) -> Result<Self, NetError> {
        let file = File::parse(bytes)?;
        let (header, sum) = file.metadata(FORMAT)?;
        let board = Board::of(game)?;
        header.check_planes(game)?;
        let size = Size { channels: file.first("stem.bias")?, blocks: file.blocks() };
        let layout = Layout::new(&board, size).ok_or(NetError::Large)?;
        let mut parameters = Vec::new();
        for tensor in &layout.tensors {
            let bytes = file.tensor(&tensor.name, "F32", &tensor.shape)?;
            parameters.extend(bytes.as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes)));
        }
        file.is_all(4 * parameters.len(), layout.tensors.len())?;
        file.check(FORMAT, &header, sum)?;
        PolicyNet::of(header, board, size, parameters)
    }

    /// The network as the bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let layout = self.layout();
        let bytes = |range: std::ops::Range<usize>| {
            self.parameters[range].iter().flat_map(|parameter: &f32| parameter.to_le_bytes()).collect()
        };
        let tensors =
            layout.tensors.iter().map(|tensor| (&*tensor.name, "F32", json!(tensor.shape), bytes(tensor.range())));
        write(FORMAT, self.header(), tensors)
    }
}

impl File<'_> {
    /// The first number of a tensor's shape.
    fn first(&self, name: &str) -> Result<usize, NetError> {
        Ok(self.shape(name)?.first().copied().unwrap_or(0))
    }

    /// How many blocks it has.
    fn blocks(&self) -> usize {
        (0..self.tensors()).take_while(|block| self.has(&format!("block{block}.first.weight"))).count()
    }
}

impl Header {
    /// The header of a policy and value network for a game; `None` where the game has no encoding.
    pub fn planes<G: Registered>(game: &G) -> Option<Self> {
        Header::of(game).map(|header| Header { features: Header::PLANES.to_string(), ..header })
    }
}

#[cfg(test)]
mod tests {
    use agon_core::{Game, Options, Rng};
    use agon_games::{ConnectFour, Hex};

    use super::*;
    use crate::Trace;

    fn hex(options: &str) -> Hex {
        Hex::new(Options::parse(Hex::INFO.options, options).unwrap()).unwrap()
    }

    fn network(game: &Hex) -> PolicyNet {
        let net = PolicyNet::new(game, Size { channels: 16, blocks: 2 }, &mut Rng::new(7)).unwrap();
        let header = Header { run: "hex, \"seed\" 1".to_string(), generation: 3, ..net.header().clone() };
        net.with_header(header)
    }

    #[test]
    fn networks_round_trip_and_others_can_read_them() {
        let game = hex("size=4");
        let net = network(&game);
        let bytes = net.to_bytes();
        assert_eq!(PolicyNet::for_game(&game, &bytes).unwrap(), net);
        let read = safetensors::SafeTensors::deserialize(&bytes).unwrap();
        assert_eq!(read.tensor("stem.weight").unwrap().shape(), [9, 1, 3, 16]);
        assert_eq!(read.tensor("policy.weight").unwrap().shape(), [1, 16]);
        assert_eq!(read.names().len(), net.layout().tensors.len());
    }

    #[test]
    fn a_new_network_prefers_nothing() {
        let game = hex("size=4");
        let (mut planes, mut trace) = (Vec::new(), Trace::default());
        game.encoding().unwrap().planes(&game.start(), &mut planes);
        network(&game).judge(&planes, &mut trace);
        assert!(trace.logits.iter().all(|logit| logit.abs() < 1e-6) && (trace.chance() - 0.5).abs() < 1e-6);
    }

    #[test]
    fn what_cannot_be_used_is_told_on_one_line() {
        let game = hex("size=4");
        let bytes = network(&game).to_bytes();
        let refused = |bytes: &[u8]| PolicyNet::for_game(&game, bytes).unwrap_err().to_string();
        assert_eq!(refused(&bytes[..4]), "it is not a network: it is too short");
        assert_eq!(
            refused(b"tempo 80\nand so on and on"),
            "it is not a network: it does not begin with a header of safetensors"
        );
        assert_eq!(refused(&bytes[..bytes.len() - 2]), "the network is damaged: it is shorter than its header says");
        assert_eq!(
            refused(&[&bytes[..], &[0; 4]].concat()),
            "the network is damaged: it is longer or shorter than its header says"
        );
        let mut flipped = bytes.clone();
        flipped[bytes.len() - 200] ^= 1;
        assert_eq!(refused(&flipped), "the network is damaged: its checksum is wrong");
        let other = PolicyNet::for_game(&hex("size=5"), &bytes).unwrap_err().to_string();
        assert_eq!(other, "the network was trained with size=4, and cannot play with size=5");
        let columns = ConnectFour::new(Options::defaults(ConnectFour::INFO.options)).unwrap();
        let other = PolicyNet::for_game(&columns, &bytes).unwrap_err().to_string();
        assert_eq!(other, "the network plays hex, not connect4");
        assert!(crate::Network::from_bytes(&bytes).unwrap_err().to_string().contains("agon policy network 1"));
        // Any damage at all, wherever it is.
        let mut rng = Rng::new(1);
        for _ in 0..2000 {
            let mut damaged = bytes.clone();
            damaged[rng.below(bytes.len() as u32) as usize] ^= 1 << rng.below(8);
            if let Ok(read) = PolicyNet::for_game(&game, &damaged) {
                // Only what pads the header says nothing.
                assert_eq!(read, network(&game));
            }
        }
    }
}
