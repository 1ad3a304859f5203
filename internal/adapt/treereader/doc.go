// Package treereader holds what the readers of several CLIs share whose sessions are record trees (see [recordtree]):
// lists, tails, and the transcripts of sub-agents beside a session.
package treereader
