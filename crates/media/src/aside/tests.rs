use super::*;
use std::{cell::Cell, time::Duration};

#[test]
fn the_result_comes_back() {
    let base = [1, 2, 3];
    assert_eq!(run(&|| false, |_| Ok(base.iter().sum::<i32>())), Ok(6));
    assert_eq!(
        run(&|| false, |_| Err::<(), _>(DropReason::TooLarge)),
        Err(DropReason::TooLarge)
    );
}

#[test]
fn a_panic_is_an_unreadable_file() {
    let result = run(&|| false, |_| -> Result<(), DropReason> {
        panic!("a decoder's bug")
    });
    assert_eq!(result, Err(DropReason::Unreadable));
}

#[test]
fn a_stop_reaches_the_work_and_wins() {
    // The caller's closure need not be shareable between threads.
    let asked = Cell::new(0);
    let cancelled = || {
        asked.set(asked.get() + 1);
        asked.get() > 2
    };
    let result = run(&cancelled, |stop| {
        while !stop() {
            thread::sleep(Duration::from_millis(1));
        }
        Ok(())
    });
    assert_eq!(result, Err(DropReason::Cancelled));
}
