// Package asciicast writes and reads recordings of terminal sessions, in asciicast version 3 and, for players that know
// no other, version 2. A [Recorder] records a terminal; a [Writer] writes existing events.
//
// A recording is a header line and one line of JSON per event: `[seconds since the last event, code, data]` (version 2:
// seconds since the start). Codes are o output, i input, r resize, m marker, x exit status. The format's home is
// docs.asciinema.org/manual/asciicast.
package asciicast
