package direct_test

import (
	"testing"

	"github.com/nats-io/nats.go"

	"stead/reach/direct"
)

// A message that is itself an answer to a direct get has the headers of that one, and the server adds its own behind
// them.
func TestTheServersWordCounts(t *testing.T) {
	t.Parallel()
	m := &nats.Msg{Header: nats.Header{"Nats-Sequence": {"1", "7"}, "Nats-Subject": {"stead.forged", "stead.run.ann.U.r"}}}
	if seq, err := direct.Sequence(m); err != nil || seq != 7 || direct.Subject(m) != "stead.run.ann.U.r" {
		t.Errorf("it stands at %d of %s, %v", seq, direct.Subject(m), err)
	}
	if _, err := direct.Sequence(&nats.Msg{}); err == nil {
		t.Error("a message that says nothing has a sequence")
	}
}
