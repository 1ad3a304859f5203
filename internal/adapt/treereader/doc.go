// Package treereader holds the code that the readers of CLIs with record trees share (see [recordtree]): lists, tails,
// and the transcripts of sub-agents next to a session.
package treereader
