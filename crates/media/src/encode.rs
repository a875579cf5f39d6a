//! JPEG out: baseline, 4:2:0 with averaged chroma, the tables of ITU-T T.81 Annex K, no metadata.

use crate::{DropReason, raster::Raster};
use jpeg_encoder::{ChromaSubsamplingMethod, ColorType, Encoder, SamplingFactor};

/// Encodes at `quality` (1..=100, IJG scale). Grey stays grey.
pub(crate) fn jpeg(raster: &Raster, quality: u8) -> Result<Vec<u8>, DropReason> {
    let side = |n: u32| u16::try_from(n).map_err(|_| DropReason::TooLarge);
    let (width, height) = (side(raster.width)?, side(raster.height)?);
    let mut out = Vec::with_capacity(raster.data.len() / 8 + 1024);
    let mut encoder = Encoder::new(&mut out, quality.clamp(1, 100));
    let colour = if raster.channels == 1 {
        ColorType::Luma
    } else {
        encoder.set_sampling_factor(SamplingFactor::F_2_2);
        // The encoder's default keeps the top left pixel of four, which costs 5 dB.
        encoder.set_chroma_subsampling_method(ChromaSubsamplingMethod::Average);
        ColorType::Rgb
    };
    encoder.encode(&raster.data, width, height, colour).map_err(|_| DropReason::Unreadable)?;
    Ok(out)
}
