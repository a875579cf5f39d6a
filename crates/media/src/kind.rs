//! What some bytes are. The names a person reads are the same in every language.

/// A media format, recognised by its first bytes and by nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// JPEG (ITU-T T.81), JFIF and Exif files alike.
    Jpeg,
    /// PNG, animated PNG too.
    Png,
    /// WebP, still or animated.
    WebP,
    /// GIF 87a or 89a.
    Gif,
    /// Windows bitmap.
    Bmp,
    /// TIFF, BigTIFF, and the camera formats built on it (NEF, DNG, CR2, ARW).
    Tiff,
    /// AV1 in HEIF.
    Avif,
    /// HEVC in HEIF.
    Heic,
    /// JPEG XL, bare or in a container.
    JpegXl,
    /// JPEG 2000, bare or in a container.
    Jpeg2000,
    /// Windows icon or cursor.
    Ico,
    /// Photoshop document.
    Psd,
    /// Quite OK Image.
    Qoi,
    /// OpenEXR.
    Exr,
    /// MPEG audio, layer II or III.
    Mp3,
    /// RIFF WAVE.
    Wav,
    /// Ogg without a video stream.
    Ogg,
    /// WebM without a video track.
    WebmAudio,
    /// MPEG-4 without a video track.
    Mp4Audio,
    /// FLAC.
    Flac,
    /// AAC in ADTS frames.
    Aac,
    /// AIFF or AIFF-C.
    Aiff,
    /// MPEG-4 with video.
    Mp4,
    /// WebM with video.
    Webm,
    /// Matroska that is not WebM.
    Matroska,
    /// QuickTime.
    QuickTime,
    /// AVI.
    Avi,
    /// MPEG-1 or MPEG-2 program or video stream.
    Mpeg,
    /// Ogg with a video stream.
    OggVideo,
    /// 3GPP.
    ThreeGp,
    /// Flash video.
    Flv,
    /// Windows Media (ASF).
    Wmv,
    /// PDF.
    Pdf,
}

impl Kind {
    /// The IANA media type (for formats without a registration, the one in common use).
    #[must_use]
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
            Self::WebP => "image/webp",
            Self::Gif => "image/gif",
            Self::Bmp => "image/bmp",
            Self::Tiff => "image/tiff",
            Self::Avif => "image/avif",
            Self::Heic => "image/heic",
            Self::JpegXl => "image/jxl",
            Self::Jpeg2000 => "image/jp2",
            Self::Ico => "image/vnd.microsoft.icon",
            Self::Psd => "image/vnd.adobe.photoshop",
            Self::Qoi => "image/qoi",
            Self::Exr => "image/x-exr",
            Self::Mp3 => "audio/mpeg",
            Self::Wav => "audio/wav",
            Self::Ogg => "audio/ogg",
            Self::WebmAudio => "audio/webm",
            Self::Mp4Audio => "audio/mp4",
            Self::Flac => "audio/flac",
            Self::Aac => "audio/aac",
            Self::Aiff => "audio/aiff",
            Self::Mp4 => "video/mp4",
            Self::Webm => "video/webm",
            Self::Matroska => "video/matroska",
            Self::QuickTime => "video/quicktime",
            Self::Avi => "video/x-msvideo",
            Self::Mpeg => "video/mpeg",
            Self::OggVideo => "video/ogg",
            Self::ThreeGp => "video/3gpp",
            Self::Flv => "video/x-flv",
            Self::Wmv => "video/x-ms-wmv",
            Self::Pdf => "application/pdf",
        }
    }

    /// The name a person reads.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Jpeg => "JPEG",
            Self::Png => "PNG",
            Self::WebP => "WebP",
            Self::Gif => "GIF",
            Self::Bmp => "BMP",
            Self::Tiff => "TIFF",
            Self::Avif => "AVIF",
            Self::Heic => "HEIC",
            Self::JpegXl => "JPEG XL",
            Self::Jpeg2000 => "JPEG 2000",
            Self::Ico => "ICO",
            Self::Psd => "PSD",
            Self::Qoi => "QOI",
            Self::Exr => "OpenEXR",
            Self::Mp3 => "MP3",
            Self::Wav => "WAV",
            Self::Ogg | Self::OggVideo => "Ogg",
            Self::WebmAudio | Self::Webm => "WebM",
            Self::Mp4Audio | Self::Mp4 => "MP4",
            Self::Flac => "FLAC",
            Self::Aac => "AAC",
            Self::Aiff => "AIFF",
            Self::Matroska => "Matroska",
            Self::QuickTime => "QuickTime",
            Self::Avi => "AVI",
            Self::Mpeg => "MPEG",
            Self::ThreeGp => "3GP",
            Self::Flv => "FLV",
            Self::Wmv => "WMV",
            Self::Pdf => "PDF",
        }
    }

    /// Whether it is a still or animated picture.
    #[must_use]
    pub fn is_image(self) -> bool {
        self.media_type().starts_with("image/")
    }

    /// Whether it is sound without pictures.
    #[must_use]
    pub fn is_audio(self) -> bool {
        self.media_type().starts_with("audio/")
    }

    /// Whether it is moving pictures.
    #[must_use]
    pub fn is_video(self) -> bool {
        self.media_type().starts_with("video/")
    }
}
