//! The vision test of a template on every wire.

use crate::support::{WIRES, plain_provider, provider};
use fuseforks_contract::{
    Host as _,
    template::{TemplateId, VisionReport, VisionTest},
};
use fuseforks_sim::provider::{ProviderOptions, Script, Step, Wire};
use fuseforks_tests::World;

async fn test(options: ProviderOptions) -> (VisionReport, World) {
    let wire = options.wire;
    let provider = provider(options);
    let world = World::build().open();
    let template = world.template(&provider, wire).await;
    let id = TemplateId { village: world.id.clone(), template };
    (world.app.vision_test(id).await.unwrap(), world)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_model_that_names_both_colours_sees_on_every_wire() {
    for wire in WIRES {
        let (report, world) = test(ProviderOptions::new(*wire)).await;
        assert_eq!(report.verdict, VisionTest::Sees, "{wire}: {}", report.answer);
        assert_eq!(
            world.view().await.templates[0].vision_test,
            Some(VisionTest::Sees),
            "{wire}: it is stored"
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn blindness_and_invention_are_told_apart() {
    for wire in WIRES.iter().copied() {
        let refuses = ProviderOptions { refuse_images: Some(400), ..ProviderOptions::new(wire) };
        assert_eq!(test(refuses).await.0.verdict, VisionTest::DoesNotSee, "{wire}");
        let ignores = ProviderOptions { ignore_images: true, ..ProviderOptions::new(wire) };
        assert_eq!(test(ignores).await.0.verdict, VisionTest::DoesNotSee, "{wire}");
        let script = Script::respond(|_| Step::text("red, green, blue and yellow"));
        let invents = ProviderOptions { script, ..ProviderOptions::new(wire) };
        assert_eq!(test(invents).await.0.verdict, VisionTest::Invents, "{wire}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_verdict_belongs_to_the_model_it_was_made_with() {
    let provider = plain_provider(Wire::OpenaiCompat);
    let world = World::build().open();
    let template = world.template(&provider, Wire::OpenaiCompat).await;
    let id = TemplateId { village: world.id.clone(), template: template.clone() };
    world.app.vision_test(id).await.unwrap();
    let mut save = world.template_of(&provider.url(), Wire::OpenaiCompat);
    save.id = Some(template.clone());
    save.name = "Another name".into();
    let view = world.app.template_save(save.clone()).await.unwrap();
    assert_eq!(view.vision_test, Some(VisionTest::Sees));
    save.model = "another-model".into();
    assert_eq!(world.app.template_save(save).await.unwrap().vision_test, None);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn colours_count_in_whatever_language_they_are_named() {
    for (words, verdict) in [
        ("赤、緑、青、黄", VisionTest::Invents),
        ("红色、绿色、蓝色、黄色", VisionTest::Invents),
        ("画像は見えません", VisionTest::DoesNotSee),
    ] {
        let script = Script::respond(move |_| Step::text(words));
        let options = ProviderOptions { script, ..ProviderOptions::new(Wire::OpenaiCompat) };
        assert_eq!(test(options).await.0.verdict, verdict, "{words}");
    }
}
