//! The sentences of the turn layer, in the village's language, made by whoever knows that language.

use fuseforks_media::ImageFormat;

/// Words for what the machine adds to a conversation.
pub trait Sentences: Send + Sync {
    /// Introduces the images of a result on wires whose tool message takes text only.
    fn caption(&self, tool: &str, images: usize) -> String;
    /// The line in the tool-output pane: format and bytes of each image sent.
    fn pane_line(&self, images: &[(ImageFormat, u64)]) -> String;
    /// Stands in a result that has no text but `images` images.
    fn images_only(&self, images: usize) -> String;
    /// Stands in a result that has nothing.
    fn empty_result(&self) -> String;
    /// Stands in a result whose images left the request because newer ones came.
    fn older_images_omitted(&self) -> String;
    /// Stands in a result whose images could not go to this model.
    fn image_not_sent(&self) -> String;
    /// The result of a call that the repeat guard did not run.
    fn repeated_call(&self, tool: &str) -> String;
    /// The result of a call whose arguments were no JSON object.
    fn malformed_arguments(&self, tool: &str) -> String;
    /// The result of a call that Stop cut off.
    fn cancelled(&self) -> String;
}
