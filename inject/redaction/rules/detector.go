package rules

import (
	"cmp"
	"hash/maphash"
	"slices"
	"sync"
	"sync/atomic"

	"stead/inject/redaction"
	"stead/timeline"
)

// Detector finds secrets. It is safe for concurrent use.
type Detector struct {
	scanner func() *scanner
	judged  judged
}

// New returns a detector that knows the secrets in an environment, each variable as NAME=value. It creates its rules on
// first use.
func New(environ []string) *Detector {
	return &Detector{scanner: sync.OnceValue(func() *scanner { return newScanner(ofEnvironment(environ)) }),
		judged: judged{seed: maphash.MakeSeed()}}
}

// Find returns the secrets in a text, each once, in the order of their values. If several rules find a secret, it has
// the name of the most specific one.
func (d *Detector) Find(text string) []redaction.Secret {
	quoted := timeline.NewText(text)
	return d.FindInside(quoted.Inner())
}

// shortest is the minimum length of a text that contains a secret and what identifies it.
const shortest = 8

// FindInside implements redaction.Detector.
func (d *Detector) FindInside(raw []byte) []redaction.Secret {
	if len(raw) < shortest {
		return nil
	}
	place, hash := d.judged.place(raw)
	if place != nil && place.Load() == hash {
		return nil
	}
	found := d.scanner().scan(raw)
	if place != nil && len(found) == 0 {
		place.Store(hash)
	}
	slices.SortStableFunc(found, func(a, b redaction.Secret) int { return cmp.Compare(a.Value, b.Value) })
	return found
}

// judged remembers some of the texts without a secret, because sessions repeat themselves. A new text replaces an old
// one.
type judged struct {
	seed   maphash.Seed
	hashes [1 << 12]atomic.Uint64
}

// shortestJudged is the minimum length of a text that is worth remembering.
const shortestJudged = 128

func (j *judged) place(raw []byte) (*atomic.Uint64, uint64) {
	if len(raw) < shortestJudged {
		return nil, 0
	}
	hash := maphash.Bytes(j.seed, raw)
	return &j.hashes[hash%uint64(len(j.hashes))], hash
}
