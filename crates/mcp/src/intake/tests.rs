use super::*;
use rmcp::model::NumberOrString;
use serde_json::json;

fn id(number: i64) -> RequestId {
    NumberOrString::Number(number)
}

fn incoming(patience: Duration) -> Arc<Incoming> {
    Arc::new(Incoming { patience, tick: Duration::from_millis(5), ..Incoming::default() })
}

/// Everything about the one semaphore of the process in one test.
#[tokio::test]
async fn large_answers_take_turns_and_small_ones_never_wait() {
    let all = incoming(Duration::from_secs(3600));
    let mut calls: Vec<Expected> = (0..4).map(|number| all.expect(id(number))).collect();
    for number in 0..2 {
        all.came(&id(number), LARGE + 1).await;
    }
    // Two places are taken: the third waits, and its clock is ours to hold.
    let waiting = tokio::spawn({
        let all = Arc::clone(&all);
        async move { all.came(&id(2), LARGE + 1).await }
    });
    let before = calls[2].moved();
    while calls[2].moved() < before + Duration::from_millis(20) {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert!(!waiting.is_finished());
    all.came(&id(3), LARGE).await;
    all.came(&id(99), LARGE + 1).await;
    let place = calls[3].settle(&json!({"content": [{"data": "x".repeat(1000)}]})).await;
    assert!(!place.is_held(), "a small answer needs none");

    // An answer keeps its place until it is dropped, wherever it went meanwhile.
    let held = calls[0].settle(&json!({})).await;
    assert!(held.is_held());
    let copy = held.clone();
    drop(calls.remove(0));
    drop(held);
    assert!(!waiting.is_finished());
    drop(copy);
    waiting.await.unwrap();
    assert_eq!(FREE.available_permits(), 0, "the one that waited has it");

    // Calls that end without their answer give their places back.
    drop(calls);
    assert_eq!(FREE.available_permits(), PLACES);

    // A slow one gives it up, and has one again for what it makes of it.
    let all = incoming(Duration::ZERO);
    let slow = all.expect(id(7));
    all.came(&id(7), LARGE + 1).await;
    assert_eq!(FREE.available_permits(), PLACES - 1);
    tokio::time::sleep(Duration::from_millis(1)).await;
    all.came(&id(7), LARGE + 2).await;
    all.came(&id(7), LARGE + 3).await;
    assert_eq!(FREE.available_permits(), PLACES, "and is not asked again while it is slow");
    let place = slow.settle(&json!({"content": [{"data": "x".repeat(LARGE + 1)}]})).await;
    assert!(place.is_held());
    drop((slow, place));

    // A call that was given up while it waited takes nothing.
    let (one, two) = (Place::take().await, Place::take().await);
    let gone = all.expect(id(8));
    let waiting = tokio::spawn({
        let all = Arc::clone(&all);
        async move { all.came(&id(8), LARGE + 1).await }
    });
    drop(gone);
    waiting.await.unwrap();
    drop((one, two));
    assert_eq!(FREE.available_permits(), PLACES);
}
