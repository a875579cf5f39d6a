//! The vision test of a template: a two-colour picture, and whether the model names the colours.

use super::{Village, templates};
use crate::text::{Language, Text, mentions};
use fuseforks_contract::{
    Failure,
    template::{VisionReport, VisionTest},
};
use fuseforks_llm::{
    Delta, ErrorCode,
    canonical::{Attachment, Message, Request},
};
use fuseforks_media::{Image, Limits};
use image::{ImageEncoder as _, Rgb, RgbImage};
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// Characters of the answer that the person is shown.
const SHOWN: usize = 600;

/// The colours of the test: far apart, and every model has words for them.
const COLOURS: [[u8; 3]; 4] = [[214, 32, 32], [28, 160, 60], [36, 72, 220], [240, 208, 24]];

/// The words for a colour. A model is asked in the village's language and may answer in another.
fn words(colour: usize) -> String {
    let word = |language: Language| {
        let text = Text::of(language);
        let word = match colour {
            0 => text.practice_colour_red(),
            1 => text.practice_colour_green(),
            2 => text.practice_colour_blue(),
            _ => text.practice_colour_yellow(),
        };
        // In Chinese and Japanese the word for "colour" may follow and may not.
        word.trim_end_matches('\u{8272}').to_owned()
    };
    Language::ALL.map(word).join("|")
}

/// A picture whose halves have two colours.
fn picture(left: usize, right: usize, limits: &Limits) -> Option<Image> {
    let colour = |index: usize| Rgb(COLOURS.get(index).copied().unwrap_or_default());
    let pixels = RgbImage::from_fn(320, 240, |x, _| if x < 160 { colour(left) } else { colour(right) });
    let mut png = Vec::new();
    image::codecs::png::PngEncoder::new(&mut png)
        .write_image(&pixels, pixels.width(), pixels.height(), image::ExtendedColorType::Rgb8)
        .ok()?;
    fuseforks_media::normalise(png.into(), limits, &|| false).ok().map(|normalised| normalised.image)
}

/// Judges an answer: both colours and no other of the four is seeing; none at all is not seeing; any
/// other colour is invented.
fn judge(answer: &str, left: usize, right: usize) -> VisionTest {
    let named: Vec<usize> = (0..COLOURS.len()).filter(|index| mentions(answer, &words(*index))).collect();
    if named.iter().any(|index| *index != left && *index != right) {
        VisionTest::Invents
    } else if named.contains(&left) && named.contains(&right) {
        VisionTest::Sees
    } else {
        VisionTest::DoesNotSee
    }
}

impl Village {
    /// Sends a two-colour picture and stores what came of it.
    ///
    /// # Errors
    /// What a message to this template would be refused for, or `llm` when the model did not answer.
    pub async fn vision_test(self: &Arc<Self>, template: &str) -> Result<VisionReport, Failure> {
        let file = self.template_file(template)?;
        let backend = self.tested_backend(&file).await?;
        let text = self.text();
        let left = rand::random_range(0..COLOURS.len());
        let right = (left + rand::random_range(1..COLOURS.len())) % COLOURS.len();
        let image =
            picture(left, right, &self.services.limits.media).ok_or_else(|| Failure::new("internal"))?;
        let question = if file.wire == templates::PRACTICE { String::new() } else { text.vision_question() };
        let request = Request {
            model: file.model.clone(),
            messages: vec![Message::User {
                text: question,
                attachments: vec![Attachment::Image(image)],
                cache: false,
            }],
            max_output_tokens: file.max_output_tokens,
            temperature: file.temperature,
            effort: templates::effort(&file),
            ..Request::default()
        };
        let mut ignore = |_: Delta| {};
        let called = backend.call(&request, &mut ignore, &CancellationToken::new()).await;
        let (verdict, answer) = match called {
            Ok(reply) => (judge(&reply.text, left, right), reply.text),
            Err(error) if error.code == ErrorCode::ImagesRefused => (VisionTest::DoesNotSee, error.excerpt),
            Err(error) => return Err(templates::llm_failure(&error).with("template", &file.name)),
        };
        let name = match verdict {
            VisionTest::Sees => "sees",
            VisionTest::DoesNotSee => "does_not_see",
            VisionTest::Invents => "invents",
        };
        self.change(|village| {
            if let Some(one) = village.templates.iter_mut().find(|one| one.id == template) {
                one.vision_test = Some(name.to_owned());
            }
            Ok(())
        })?;
        self.tell_village();
        Ok(VisionReport { verdict, answer: answer.chars().take(SHOWN).collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::{COLOURS, judge, picture};
    use fuseforks_contract::template::VisionTest;

    #[test]
    fn an_answer_is_judged_by_the_colours_it_names() {
        let cases = [
            ("Left is red, right is blue.", VisionTest::Sees),
            ("Blue on the right and red on the left", VisionTest::Sees),
            ("I cannot see any picture.", VisionTest::DoesNotSee),
            ("Something red", VisionTest::DoesNotSee),
            ("Green and yellow", VisionTest::Invents),
            ("red, blue and green", VisionTest::Invents),
            ("bored, blueish", VisionTest::DoesNotSee),
            ("左は赤、右は青です", VisionTest::Sees),
            ("左边是红色，右边是蓝色", VisionTest::Sees),
            ("赤と黄色", VisionTest::Invents),
        ];
        for (answer, verdict) in cases {
            assert_eq!(judge(answer, 0, 2), verdict, "{answer}");
        }
    }

    #[test]
    fn the_picture_has_two_colours() {
        let limits = fuseforks_media::Limits::default();
        let image = picture(1, 3, &limits).unwrap();
        let pixels = fuseforks_media::pixels(image.bytes(), 320, &limits, &|| false).unwrap();
        let at = |x: usize| {
            let start = (120 * pixels.width as usize + x) * 3;
            [pixels.rgb[start], pixels.rgb[start + 1], pixels.rgb[start + 2]]
        };
        for (x, colour) in [(40, COLOURS[1]), (280, COLOURS[3])] {
            let off = at(x).iter().zip(colour).map(|(a, b)| a.abs_diff(b)).max().unwrap();
            assert!(off < 12, "pixel {x} is {:?}, not {colour:?}", at(x));
        }
    }
}
