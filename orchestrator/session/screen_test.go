package session

import (
	"testing"

	"stead/inject/injection"
)

// TestUserOpensAnotherSessionOnlyAfterTheProof has a CLI show another session before and after it has shown the wanted one.
func TestUserOpensAnotherSessionOnlyAfterTheProof(t *testing.T) {
	proof := injection.NewProof("wanted")
	o := newOnScreen(proof)
	if o.shows("other"); !o.is("wanted") {
		t.Error("what comes before the proof is taken for the user's wish")
	}
	proof.Saw("wanted")
	o.shows("wanted")
	select {
	case <-o.news:
		t.Error("the wanted session is news")
	default:
	}
	o.shows("other")
	o.shows("other")
	if !o.is("other") || len(o.news) != 1 {
		t.Errorf("it is %s, with %d news", o.session(), len(o.news))
	}
}
