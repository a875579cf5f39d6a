use super::*;
use std::{
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
    thread,
};

#[test]
fn bytes_and_places_come_back() {
    let budget = Budget::new(100, 2);
    let one = budget.take(60, &|| false).unwrap();
    let two = budget.take(40, &|| false).unwrap();
    assert_eq!(budget.free(), (0, 0));
    drop(one);
    assert_eq!(budget.free(), (60, 1));
    drop(two);
    assert_eq!(budget.free(), (100, 2));
}

#[test]
fn never_more_than_there_is() {
    let budget = Budget::new(100, 3);
    let (held, most) = (AtomicU64::new(0), AtomicU64::new(0));
    thread::scope(|scope| {
        for i in 0..24_u64 {
            let (budget, held, most) = (&budget, &held, &most);
            scope.spawn(move || {
                let bytes = 10 + i * 4;
                let permit = budget.take(bytes, &|| false).unwrap();
                most.fetch_max(held.fetch_add(bytes, Ordering::SeqCst) + bytes, Ordering::SeqCst);
                thread::sleep(Duration::from_millis(1));
                held.fetch_sub(bytes, Ordering::SeqCst);
                drop(permit);
            });
        }
    });
    // 102 bytes is more than the whole and goes alone.
    assert!(most.load(Ordering::SeqCst) <= 102);
    assert_eq!(budget.free(), (100, 3));
}

#[test]
fn the_first_who_waits_is_the_first_served() {
    let budget = Budget::new(100, 9);
    let all = budget.take(100, &|| false).unwrap();
    let order = Mutex::new(Vec::new());
    thread::scope(|scope| {
        // A large one first, then small ones that would fit before it.
        for (i, bytes) in [90, 20, 20].into_iter().enumerate() {
            let (budget, order) = (&budget, &order);
            scope.spawn(move || {
                let permit = budget.take(bytes, &|| false).unwrap();
                order.lock().unwrap().push(i);
                thread::sleep(Duration::from_millis(2));
                drop(permit);
            });
            thread::sleep(Duration::from_millis(30));
        }
        drop(all);
    });
    assert_eq!(order.lock().unwrap()[0], 0);
}

#[test]
fn who_stops_waiting_leaves_the_queue() {
    let budget = Budget::new(10, 1);
    let held = budget.take(10, &|| false).unwrap();
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        let waiting = scope.spawn(|| budget.take(5, &|| stop.load(Ordering::Relaxed)).err());
        thread::sleep(Duration::from_millis(20));
        stop.store(true, Ordering::Relaxed);
        assert_eq!(waiting.join().unwrap(), Some(DropReason::Cancelled));
    });
    drop(held);
    assert!(budget.take(10, &|| false).is_ok());
}

#[test]
fn more_than_the_ceiling_is_never_held() {
    assert_eq!(take(CEILING + 1, &|| false).err(), Some(DropReason::TooLarge));
    assert!(take(CEILING, &|| false).is_ok());
}
