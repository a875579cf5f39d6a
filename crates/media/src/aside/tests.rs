use super::*;
use crate::permit;
use std::{
    cell::Cell,
    time::{Duration, Instant},
};

fn permit() -> Permit<'static> {
    permit::take(1000, &|| false).unwrap()
}

#[test]
fn the_result_comes_back() {
    let base = [1, 2, 3];
    assert_eq!(run(permit(), &|| false, move |_| Ok(base.iter().sum::<i32>())), Ok(6));
    assert_eq!(run(permit(), &|| false, |_| Err::<(), _>(DropReason::TooLarge)), Err(DropReason::TooLarge));
}

#[test]
fn a_panic_is_an_unreadable_file_and_the_threads_live_on() {
    for _ in 0..3 * PLACES {
        let result = run(permit(), &|| false, |_| -> Result<(), DropReason> { panic!("a decoder's bug") });
        assert_eq!(result, Err(DropReason::Unreadable));
    }
    assert_eq!(run(permit(), &|| false, |_| Ok(1)), Ok(1));
}

#[test]
fn a_stop_is_answered_at_once_and_reaches_the_work() {
    // The caller's closure need not be shareable between threads.
    let asked = Cell::new(0);
    let cancelled = || {
        asked.set(asked.get() + 1);
        asked.get() > 2
    };
    let (ended, end) = sync_channel(1);
    let start = Instant::now();
    let result = run(permit(), &cancelled, move |stop| {
        while !stop() {
            thread::sleep(Duration::from_millis(1));
        }
        // A decoder that does not look at the flag for a while.
        thread::sleep(Duration::from_millis(300));
        ended.send(()).unwrap();
        Ok(())
    });
    assert_eq!(result, Err(DropReason::Cancelled));
    assert!(start.elapsed() < Duration::from_millis(250));
    end.recv_timeout(Duration::from_secs(5)).expect("the work ended by itself");
}

#[test]
fn many_callers_share_few_threads() {
    thread::scope(|scope| {
        for i in 0..40 {
            scope.spawn(move || {
                let name = run(permit(), &|| false, move |_| {
                    thread::sleep(Duration::from_millis(2));
                    Ok((i, thread::current().name().map(str::to_owned)))
                });
                let (n, name) = name.unwrap();
                assert_eq!(n, i);
                assert!(name.unwrap().starts_with("media-decode-"));
            });
        }
    });
    assert!(POOL.lock().threads <= PLACES);
}

#[test]
fn one_after_another_runs_on_one_thread_however_many_there_are() {
    // Its own: other tests of this process use the common one.
    let pool: &Pool = Box::leak(Box::new(Pool::new()));
    let name = || {
        let name = run_in(pool, permit(), &|| false, |_| Ok(thread::current().name().map(str::to_owned)));
        // It is idle a moment after its result is there.
        thread::sleep(Duration::from_millis(20));
        name.unwrap()
    };
    // Both small places at once: at least two threads.
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let rest = |_: &dyn Fn() -> bool| {
                    thread::sleep(Duration::from_millis(100));
                    Ok(())
                };
                run_in(pool, permit(), &|| false, rest).unwrap();
            });
        }
    });
    thread::sleep(Duration::from_millis(20));
    assert_eq!(pool.lock().threads, 2);
    let first = name();
    for _ in 0..10 {
        assert_eq!(name(), first);
    }
}
