package redact

import (
	"cmp"
	"slices"
	"sync"

	"stead/inject"
)

// Detector finds secrets. It is safe for use by several goroutines.
type Detector struct {
	environment []inject.Secret
	rules       func() *ruleset
}

// New returns a detector that knows the secrets in an environment, each variable NAME=value, and compiles its rules when it is first asked.
func New(environ []string) *Detector {
	return &Detector{environment: ofEnvironment(environ), rules: sync.OnceValue(defaultRules)}
}

// Find returns the secrets in a text, each once, in the order of their values. A secret that several rules find has the name of the
// most specific one.
func (d *Detector) Find(text string) []inject.Secret {
	found := d.rules().find(text)
	found = append(found, verbatim(d.environment, text)...)
	slices.SortStableFunc(found, func(a, b inject.Secret) int { return cmp.Compare(a.Value, b.Value) })
	return slices.CompactFunc(found, func(a, b inject.Secret) bool { return a.Value == b.Value })
}
