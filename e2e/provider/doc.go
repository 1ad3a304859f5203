// Package provider is a model provider on the loopback interface. It answers the real CLIs by script and keeps every
// request they send, so that a test can compare what the model received with the session that it came from.
//
// A request of any API is converted into one common view ([Request], [Item]), and a [Reply] is rendered as that API's
// event stream. One file per API holds both directions: a [dialect]. The next API is one more file and one more line in
// the list of dialects.
//
// [Refuse] makes a reply that fails as the service behind the API fails, with its own words and headers: each API has a
// table of its [Fault]s.
package provider
