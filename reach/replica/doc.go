// Package replica keeps copies of the runs' journals at the hub. A [Publisher] publishes byte ranges of a local
// journal, sealed and signed by its machine, on the subject of that machine's run. A [Source] reads and verifies them.
// The local journal has precedence, and nothing returns into it that its machine has not signed.
//
// A message is a range of bytes at an offset. Inside the seal come first the hash of all bytes up to the range's end,
// and then the signature. A fork message says that the journal starts again from its first byte. The old one stays in
// the stream, and in a file beside the journal. Servers reject a message that does not expect the subject's last
// message, so only one publisher at a time succeeds.
package replica
