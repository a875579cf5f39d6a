//! A world for stories: temporary villages, stand-ins, and what they recorded.
