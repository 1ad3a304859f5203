// Package asciicast writes and reads recordings of terminal sessions, in asciicast version 3 and, for players that know
// no other, version 2. A [Recorder] records a terminal; a [Writer] writes existing events.
//
// A recording is a header line and one line of JSON for each event: `[seconds since the last event, code, data]` (in
// version 2, seconds since the start). The codes are o for output, i for input, r for resize, m for marker, and x for
// exit status. The format is documented at docs.asciinema.org/manual/asciicast.
package asciicast
