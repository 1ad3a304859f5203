// Package provider is a model provider on the loopback interface. It answers
// the real CLIs by script and keeps every request they send, so that a test
// can compare what reached the model with the session it came from.
//
// A request is read into one common view ([Request], [Item]) whichever API
// it was made in, and a [Reply] is rendered as that API's event stream. One
// file per API holds both directions: a [dialect]. The next API is one more
// file and one more line in the list of dialects.
//
// [Refuse] makes a reply that fails as the service behind the API fails, in
// its own words and headers: each API has a table of its [Fault]s.
package provider
