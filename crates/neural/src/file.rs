//! Networks as bytes, in the format safetensors: the length of a header, the header in JSON, and
//! the numbers of each tensor, low bytes first. Read here without the library of that name, which
//! would more than double what inference needs; tests hold the two against each other.

use agon_core::Registered;
use serde_json::{Map, Value, json};

use crate::header::shown;
use crate::kernel::{BLOCK, Block, Pair};
use crate::network::{HEADS, Layers, MOST_FEATURES, MOST_HIDDEN};
use crate::{Header, NetError, Network};

/// What the header says under `format`.
const FORMAT: &str = "agon value network 1";

/// The longest header, in bytes.
const MOST_HEADER: usize = 1 << 16;

impl Network {
    /// Reads a network that [`to_bytes`](Self::to_bytes) wrote. Any bytes may come: what cannot be
    /// used is an error.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetError> {
        let file = File::parse(bytes)?;
        let (header, sum) = file.metadata(FORMAT)?;
        let layers = file.layers()?;
        file.check(FORMAT, &header, sum)?;
        Network::new(header, layers)
    }

    /// Reads a network for a game.
    pub fn for_game<G: Registered>(game: &G, bytes: &[u8]) -> Result<Self, NetError> {
        let network = Network::from_bytes(bytes)?;
        network.header().check(game, network.features())?;
        Ok(network)
    }

    /// The network as the bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let (layers, hidden) = (self.layers(), self.hidden());
        let shorts = |numbers: &mut dyn Iterator<Item = i16>| numbers.flat_map(i16::to_le_bytes).collect::<Vec<u8>>();
        let longs = |numbers: &[i32]| numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>();
        let blocks = |blocks: &[Block]| shorts(&mut blocks.iter().flat_map(|block| block.0));
        let heads = (0..HEADS)
            .flat_map(|head| layers.pairs.iter().flat_map(move |pair| [pair.0[2 * head], pair.0[2 * head + 1]]));
        let tensors = [
            ("features.weight", "I16", json!([self.features(), hidden]), blocks(&layers.table)),
            ("features.bias", "I16", json!([hidden]), blocks(&layers.start)),
            ("heads.weight", "I16", json!([HEADS, hidden]), shorts(&mut { heads })),
            ("heads.bias", "I32", json!([HEADS]), longs(&layers.biases)),
            ("output.weight", "I16", json!([HEADS]), shorts(&mut layers.output.iter().copied())),
            ("output.bias", "I32", json!([1]), longs(&[layers.bias])),
        ];
        write(FORMAT, self.header(), tensors)
    }
}

/// A tensor to be written: its name, type and shape, and the bytes of its numbers.
pub(crate) type Tensor<'n> = (&'n str, &'static str, Value, Vec<u8>);

/// The bytes of a file in this format, with these tensors.
pub(crate) fn write<'n>(format: &str, said: &Header, tensors: impl IntoIterator<Item = Tensor<'n>>) -> Vec<u8> {
    let (mut header, mut data) = (Map::new(), Vec::new());
    for (name, kind, shape, bytes) in tensors {
        let place = [data.len(), data.len() + bytes.len()];
        header.insert(name.to_string(), json!({ "dtype": kind, "shape": shape, "data_offsets": place }));
        data.extend(bytes);
    }
    let mut metadata: Map<String, Value> =
        said.pairs(format).into_iter().map(|(name, value)| (name.to_string(), value.into())).collect();
    metadata.insert("sum".to_string(), format!("{:016x}", checksum(format, said, &data)).into());
    header.insert("__metadata__".to_string(), metadata.into());
    let mut text = Value::from(header).to_string();
    // Numbers begin at a multiple of eight bytes.
    text.extend(std::iter::repeat_n(' ', text.len().next_multiple_of(8) - text.len()));
    let mut bytes = (text.len() as u64).to_le_bytes().to_vec();
    bytes.extend(text.as_bytes());
    bytes.extend(data);
    bytes
}

impl Header {
    /// The header as names and values.
    fn pairs(&self, format: &str) -> [(&'static str, String); 9] {
        [
            ("format", format.to_string()),
            ("game", self.game.clone()),
            ("options", self.options.clone()),
            ("features", self.features.clone()),
            ("version", self.version.to_string()),
            ("generation", self.generation.to_string()),
            ("run", self.run.clone()),
            ("licence", self.licence.clone()),
            ("scale", self.scale.to_string()),
        ]
    }
}

/// The sum of all that a file says and of its numbers (FNV-1a).
fn checksum(format: &str, header: &Header, data: &[u8]) -> u64 {
    const START: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    let said = header.pairs(format).map(|(name, value)| format!("{name}={value}\n")).concat();
    said.bytes().chain(data.iter().copied()).fold(START, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(PRIME))
}

/// A file that has been taken apart.
pub(crate) struct File<'f> {
    header: Map<String, Value>,
    data: &'f [u8],
}

impl<'f> File<'f> {
    /// Takes a file apart.
    pub fn parse(bytes: &'f [u8]) -> Result<Self, NetError> {
        let short = || NetError::NotNetwork { why: "it is too short".to_string() };
        let (length, rest) = bytes.split_first_chunk::<8>().ok_or_else(short)?;
        let length = usize::try_from(u64::from_le_bytes(*length)).unwrap_or(usize::MAX);
        if length > MOST_HEADER {
            return Err(NetError::NotNetwork { why: "it does not begin with a header of safetensors".to_string() });
        }
        let (header, data) = rest.split_at_checked(length).ok_or_else(short)?;
        let header: Map<String, Value> = serde_json::from_slice(header)
            .map_err(|_| NetError::NotNetwork { why: "its header is not JSON".to_string() })?;
        Ok(File { header, data })
    }

    /// Refuses a file that does not hold what its metadata was written for.
    pub fn check(&self, format: &str, header: &Header, sum: u64) -> Result<(), NetError> {
        if sum == checksum(format, header, self.data) {
            Ok(())
        } else {
            Err(NetError::Damaged { why: "its checksum is wrong" })
        }
    }

    /// What a file of this format says about itself, and its checksum.
    pub fn metadata(&self, known: &'static str) -> Result<(Header, u64), NetError> {
        let missing = |name: &str| NetError::NotNetwork { why: format!("its header does not say `{name}`") };
        let said = self.header.get("__metadata__").and_then(Value::as_object).ok_or_else(|| missing("__metadata__"))?;
        let text = |name: &str| said.get(name).and_then(Value::as_str).map(str::to_string).ok_or_else(|| missing(name));
        let format = text("format")?;
        if format != known {
            return Err(NetError::Format { found: shown(&format), known });
        }
        let header = Header {
            game: text("game")?,
            options: text("options")?,
            features: text("features")?,
            version: text("version")?.parse().map_err(|_| missing("version"))?,
            generation: text("generation")?.parse().map_err(|_| missing("generation"))?,
            run: text("run")?,
            licence: text("licence")?,
            scale: text("scale")?.parse().map_err(|_| missing("scale"))?,
        };
        let sum = u64::from_str_radix(&text("sum")?, 16).map_err(|_| missing("sum"))?;
        Ok((header, sum))
    }

    fn layers(&self) -> Result<Layers, NetError> {
        let wrong = |why: &str| NetError::NotNetwork { why: why.to_string() };
        let shape = self.shape("features.weight")?;
        let (features, hidden) = match shape[..] {
            [features @ 1..=MOST_FEATURES, hidden @ 1..=MOST_HIDDEN] if hidden.is_multiple_of(BLOCK) => {
                (features, hidden)
            }
            _ => return Err(wrong("its hidden layer has a size that cannot be used")),
        };
        let mut used = 0;
        let mut take = |name: &str, kind: &str, shape: &[usize]| -> Result<&[u8], NetError> {
            let bytes = self.tensor(name, kind, shape)?;
            used += bytes.len();
            Ok(bytes)
        };
        let table = blocks(take("features.weight", "I16", &[features, hidden])?);
        let start = blocks(take("features.bias", "I16", &[hidden])?);
        let heads: Vec<i16> = shorts(take("heads.weight", "I16", &[HEADS, hidden])?).collect();
        let biases = longs(take("heads.bias", "I32", &[HEADS])?);
        let output = shorts(take("output.weight", "I16", &[HEADS])?);
        let bias = longs(take("output.bias", "I32", &[1])?);
        self.is_all(used, 6)?;
        let mut layers =
            Layers { table, start, pairs: pairs(&heads, hidden), biases: [0; HEADS], output: [0; HEADS], bias: 0 };
        layers.biases.iter_mut().zip(biases).for_each(|(to, from)| *to = from);
        layers.output.iter_mut().zip(output).for_each(|(to, from)| *to = from);
        layers.bias = bias.into_iter().next().unwrap_or(0);
        Ok(layers)
    }

    /// Refuses a file that holds more than so many bytes in so many tensors.
    pub fn is_all(&self, bytes: usize, tensors: usize) -> Result<(), NetError> {
        if bytes == self.data.len() && self.header.len() == tensors + 1 {
            Ok(())
        } else {
            Err(NetError::Damaged { why: "it is longer or shorter than its header says" })
        }
    }

    /// How many tensors it has, at most.
    pub fn tensors(&self) -> usize {
        self.header.len()
    }

    /// Whether it has a tensor of this name.
    pub fn has(&self, name: &str) -> bool {
        self.header.get(name).is_some_and(Value::is_object)
    }

    /// The shape of a tensor.
    pub fn shape(&self, name: &str) -> Result<Vec<usize>, NetError> {
        let shape = self.header.get(name).and_then(|tensor| tensor.get("shape")).and_then(Value::as_array);
        let shape = shape.and_then(|shape| shape.iter().map(size).collect());
        shape.ok_or_else(|| NetError::NotNetwork { why: format!("it has no tensor `{name}`") })
    }

    /// The bytes of a tensor, if it has this type and shape.
    pub fn tensor(&self, name: &str, kind: &str, shape: &[usize]) -> Result<&[u8], NetError> {
        let wrong = || NetError::NotNetwork { why: format!("its tensor `{name}` is not {kind} of shape {shape:?}") };
        if self.shape(name)? != shape {
            return Err(wrong());
        }
        let tensor = self.header.get(name).filter(|tensor| tensor.get("dtype").and_then(Value::as_str) == Some(kind));
        let place = tensor.and_then(|tensor| tensor.get("data_offsets")).and_then(Value::as_array).ok_or_else(wrong)?;
        let [Some(from), Some(to)] = [place.first().and_then(size), place.get(1).and_then(size)] else {
            return Err(wrong());
        };
        let bytes = self.data.get(from..to).ok_or(NetError::Damaged { why: "it is shorter than its header says" })?;
        let width = if kind == "I16" { 2 } else { 4 };
        if bytes.len() == width * shape.iter().product::<usize>() { Ok(bytes) } else { Err(wrong()) }
    }
}

fn size(value: &Value) -> Option<usize> {
    value.as_u64().and_then(|value| usize::try_from(value).ok())
}

fn shorts(bytes: &[u8]) -> impl Iterator<Item = i16> {
    bytes.as_chunks::<2>().0.iter().map(|bytes| i16::from_le_bytes(*bytes))
}

fn longs(bytes: &[u8]) -> Vec<i32> {
    bytes.as_chunks::<4>().0.iter().map(|bytes| i32::from_le_bytes(*bytes)).collect()
}

fn blocks(bytes: &[u8]) -> Vec<Block> {
    let blocks = bytes.as_chunks::<{ 2 * BLOCK }>().0;
    blocks
        .iter()
        .map(|bytes| Block(std::array::from_fn(|at| i16::from_le_bytes([bytes[2 * at], bytes[2 * at + 1]]))))
        .collect()
}

/// The weights of heads, which stand row by row, by pairs of hidden neurons.
pub(crate) fn pairs(heads: &[i16], hidden: usize) -> Vec<Pair> {
    let weight = |head: usize, neuron: usize| heads.get(head * hidden + neuron).copied().unwrap_or(0);
    let pair = |pair: usize| Pair(std::array::from_fn(|at| weight(at / 2, 2 * pair + at % 2)));
    (0..hidden / 2).map(pair).collect()
}

#[cfg(test)]
mod tests {
    use agon_core::{Game, Options, Rng};
    use agon_games::{Andantino, Crosphere};

    use super::*;
    use crate::Accumulator;

    fn game(options: &str) -> Crosphere {
        Crosphere::new(Options::parse(Crosphere::INFO.options, options).unwrap()).unwrap()
    }

    /// A network of random weights for Crosphere on a small board.
    fn network() -> Network {
        let mut rng = Rng::new(3);
        let mut number = |most: u32| (rng.below(2 * most + 1) as i32 - most as i32) as i16;
        let game = game("size=3 strong=1");
        let features = game.encoding().unwrap().features() as usize;
        let hidden = 32;
        let mut blocks =
            |count: usize| (0..count).map(|_| Block(std::array::from_fn(|_| number(200)))).collect::<Vec<_>>();
        let (table, start) = (blocks(features * hidden / BLOCK), blocks(hidden / BLOCK));
        let heads: Vec<i16> = (0..HEADS * hidden).map(|_| number(300)).collect();
        let layers = Layers {
            table,
            start,
            pairs: pairs(&heads, hidden),
            biases: std::array::from_fn(|_| i32::from(number(30_000)) * 99),
            output: std::array::from_fn(|_| number(500)),
            bias: -7_000_000,
        };
        let header = Header {
            generation: 2,
            run: "crosphere, seed 1 \"and\" more\n".to_string(),
            licence: "MIT".to_string(),
            scale: 180,
            ..Header::of(&game).unwrap()
        };
        Network::new(header, layers).unwrap()
    }

    use agon_core::Registered;

    #[test]
    fn what_is_written_is_read_again() {
        let network = network();
        let bytes = network.to_bytes();
        assert_eq!(Network::for_game(&game("size=3 strong=1"), &bytes).unwrap(), network);
        assert_eq!(Network::for_game(&game("size=3 strong=1 swap=true"), &bytes).unwrap(), network);
    }

    /// The files are what the library of that name calls safetensors, and mean the same to it.
    #[test]
    fn the_library_reads_the_same() {
        let (network, bytes) = (network(), network().to_bytes());
        let (_, metadata) = safetensors::SafeTensors::read_metadata(&bytes).unwrap();
        assert_eq!(metadata.metadata().as_ref().unwrap()["game"], "crosphere");
        let file = safetensors::SafeTensors::deserialize(&bytes).unwrap();
        let heads = file.tensor("heads.weight").unwrap();
        assert_eq!(heads.shape(), [HEADS, 32]);
        let numbers: Vec<i16> = shorts(heads.data()).collect();
        assert_eq!(pairs(&numbers, 32), network.layers().pairs);
        assert_eq!(blocks(file.tensor("features.weight").unwrap().data()), network.layers().table);
    }

    #[test]
    fn damage_is_refused_wherever_it_is() {
        let whole = network().to_bytes();
        let padding = whole.iter().take(8 + MOST_HEADER).rposition(|byte| *byte == b'}').unwrap_or(0);
        for at in 0..whole.len() {
            for bit in [0x01, 0x40, 0x80] {
                let mut flipped = whole.clone();
                flipped[at] ^= bit;
                // Between the header and the numbers is room for spaces of any kind, such as tabs.
                let told = Network::from_bytes(&flipped);
                assert!(told.is_err() || (at > padding && whole[at] == b' '), "byte {at}");
            }
        }
        for length in 0..whole.len() {
            assert!(Network::from_bytes(&whole[..length]).is_err(), "cut to {length}");
        }
        let mut longer = whole;
        longer.push(0);
        assert!(Network::from_bytes(&longer).is_err());
    }

    #[test]
    fn any_bytes_are_refused_without_a_panic() {
        let (whole, mut rng) = (network().to_bytes(), Rng::new(4));
        let header = 8 + u64::from_le_bytes(*whole.first_chunk().unwrap()) as usize;
        for round in 0..20_000 {
            let mut bytes = whole[..header + 64].to_vec();
            if round % 3 == 0 {
                bytes = (0..rng.below(80)).map(|_| rng.bits() as u8).collect();
                let claim = rng.bits() >> rng.below(64);
                bytes.splice(0..bytes.len().min(8), claim.to_le_bytes());
            } else {
                // Digits, brackets and the like in wrong places of the header.
                for _ in 0..=rng.below(5) {
                    let at = 8 + rng.below(header as u32 - 8) as usize;
                    bytes[at] = b"0123456789-e.,[]{}\"\\u"[rng.below(21) as usize];
                }
            }
            assert!(Network::from_bytes(&bytes).is_err());
        }
    }

    #[test]
    fn messages_say_what_is_wrong_in_one_line() {
        let network = network();
        let bytes = network.to_bytes();
        let told = |error: NetError| error.to_string();
        assert_eq!(
            told(Network::for_game(&game(""), &bytes).unwrap_err()),
            "the network was trained with size=3 strong=1, and cannot play with the usual options"
        );
        let andantino = Andantino::new(Options::defaults(Andantino::INFO.options)).unwrap();
        assert_eq!(
            told(Network::for_game(&andantino, &bytes).unwrap_err()),
            "the network plays crosphere, not andantino"
        );
        assert_eq!(told(Network::from_bytes(b"").unwrap_err()), "it is not a network: it is too short");
        assert_eq!(
            told(Network::from_bytes(b"tempo 80\nneeded.1 100\n").unwrap_err()),
            "it is not a network: it does not begin with a header of safetensors"
        );
        let with = |change: fn(&mut Header)| {
            let mut header = network.header().clone();
            change(&mut header);
            let other = Network::new(header, network.layers().clone())?;
            Network::for_game(&game("size=3 strong=1"), &other.to_bytes())
        };
        assert_eq!(
            told(with(|header| header.version += 1).unwrap_err()),
            "the network takes features `sparse 2`, and the game gives `sparse 1`: train it again"
        );
        assert_eq!(
            told(with(|header| header.scale = 0).unwrap_err()),
            "the network's scale is 0; it must lie from 1 to 10000"
        );
        let mut layers = network.layers().clone();
        layers.table.iter_mut().for_each(|block| block.0[5] = 30_000);
        assert_eq!(
            told(Network::new(network.header().clone(), layers).unwrap_err()),
            "sums of the network's hidden layer could exceed 16 bits"
        );
        let mut layers = network.layers().clone();
        layers.pairs.iter_mut().for_each(|pair| pair.0[9] = -32_768);
        assert_eq!(
            told(Network::new(network.header().clone(), layers).unwrap_err()),
            "sums of the network's second layer could exceed 32 bits"
        );
    }

    /// Along random games, whatever the accumulator held before, and on all kernels.
    #[test]
    fn scores_depend_on_features_alone() {
        let (network, game) = (network(), game("size=3 strong=1"));
        let (mut rng, mut seen) = (Rng::new(5), 0);
        let (mut kept, mut features) = (Accumulator::new(&network, &[]), Vec::new());
        for _ in 0..60 {
            let mut position = game.start();
            while let Some(mv) = game.random_move(&position, &mut rng) {
                for player in agon_core::Player::BOTH {
                    game.encoding().unwrap().sparse(&position, player, &mut features);
                    kept.refresh(&network, &features);
                    for kernel in crate::Kernel::available() {
                        let other = network.clone().on(kernel);
                        assert_eq!(other.score(&Accumulator::new(&other, &features)), network.score(&kept));
                    }
                    seen += i32::from(network.score(&kept) != 0);
                }
                game.play(&mut position, mv);
            }
        }
        assert!(seen > 300, "{seen}");
    }
}
