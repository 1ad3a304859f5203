// Package replica keeps the journals of runs at the hub, too: a [Publisher] publishes byte ranges of a local journal, sealed, on the run's subject, and a
// [Follower] hands on the journal's bytes in order, verified. The local journal is the first truth.
//
// A message is a range of bytes at an offset. Inside the seal, the hash of all bytes up to the range's end comes first. An empty range claims an epoch. A fork
// says that another line follows, from the first byte on: the old one stays in the stream, and in a file beside the journal. Servers refuse whatever does not
// expect the subject's last message; so one publisher at a time succeeds.
package replica
