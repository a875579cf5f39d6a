use std::collections::HashSet;

use super::NameMap;

fn is_valid(name: &str) -> bool {
    let mut chars = name.chars();
    name.len() <= 64
        && chars.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_')
        && chars.all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-')
}

fn odd() -> Vec<(&'static str, String)> {
    let long = "x".repeat(70);
    let tools = ["live.view/image", "live_view_image", &long, "撮影", "", "Capture", "capture"];
    let mut pairs: Vec<(&'static str, String)> =
        tools.iter().map(|tool| ("Nikon カメラ", (*tool).to_owned())).collect();
    pairs.push(("Nikon ビデオ", "live_view_image".to_owned()));
    pairs.push(("nik", "live_view_image".to_owned()));
    pairs
}

#[test]
fn a_plain_pair_keeps_its_plain_name() {
    let map = NameMap::new([("nik", "live_view_image"), ("nik", "camera_status")]);
    assert_eq!(map.exposed("nik", "live_view_image"), Some("nik__live_view_image"));
    assert_eq!(map.target("nik__camera_status").map(|t| t.tool.as_str()), Some("camera_status"));
}

#[test]
fn every_odd_name_is_valid_unique_and_leads_back() {
    let map = NameMap::new(odd());
    let mut seen = HashSet::new();
    for (exposed, target) in map.iter() {
        assert!(is_valid(exposed), "{exposed}");
        assert!(seen.insert(exposed.to_ascii_lowercase()), "{exposed} twice");
        assert_eq!(map.target(exposed), Some(target));
        assert_eq!(map.exposed(&target.server, &target.tool), Some(exposed));
    }
    assert_eq!(seen.len(), odd().len() - 1, "only the empty name has none");
    assert_eq!(map.unnamed().len(), 1);
    assert_eq!(map.target(map.exposed("Nikon カメラ", "撮影").unwrap()).unwrap().tool, "撮影");
}

#[test]
fn names_do_not_depend_on_the_order_servers_answer_in() {
    let mut reversed = odd();
    reversed.reverse();
    assert_eq!(NameMap::new(odd()), {
        let mut map = NameMap::new(reversed);
        map.unnamed.clone_from(NameMap::new(odd()).unnamed.as_ref());
        map
    });
}

#[test]
fn another_server_does_not_rename_a_changed_name() {
    let alone = NameMap::new([("Nikon カメラ", "撮影")]);
    let more = NameMap::new([("Nikon カメラ", "撮影"), ("other", "撮影"), ("nik", "撮影")]);
    assert_eq!(alone.exposed("Nikon カメラ", "撮影"), more.exposed("Nikon カメラ", "撮影"));
}

#[test]
fn the_separator_inside_names_does_not_confuse_two_servers() {
    let map = NameMap::new([("a", "b__c"), ("a__b", "c")]);
    let (first, second) = (map.exposed("a", "b__c").unwrap(), map.exposed("a__b", "c").unwrap());
    assert_ne!(first, second);
    assert_eq!(map.target(first).unwrap().server, "a");
    assert_eq!(map.target(second).unwrap().server, "a__b");
}

#[test]
fn a_digit_in_front_and_a_long_server_are_mended() {
    let map = NameMap::new([("3d", "print"), (&*"s".repeat(80), "tool")]);
    assert!(map.iter().all(|(name, _)| is_valid(name)));
    assert!(map.exposed(&"s".repeat(80), "tool").unwrap().contains("__tool"));
}
