// Package replica keeps the journals of runs at the hub, too: a [Publisher] publishes byte ranges of a local journal,
// sealed and signed by its machine, on the subject of that machine's run, and a [Source] reads what is there, verified.
// The local journal is the first truth, and nothing goes back into it that its machine has not signed.
//
// A message is a range of bytes at an offset. Inside the seal, the hash of all bytes up to the range's end comes first,
// and then the signature. A fork says that the line follows anew, from its first byte on: the old one stays in the
// stream, and in a file beside the journal. Servers refuse whatever does not expect the subject's last message; so one
// publisher at a time succeeds.
package replica
