package redact

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"stead/inject/redaction"
)

// Detector finds secrets. It is safe for use by several goroutines.
type Detector struct {
	environment []redaction.Secret
	rules       func() *ruleset
}

// New returns a detector that knows the secrets in an environment, each variable NAME=value, and compiles its rules when it is first asked.
func New(environ []string) *Detector {
	return &Detector{environment: ofEnvironment(environ), rules: sync.OnceValue(defaultRules)}
}

// Find returns the secrets in a text, each once, in the order of their values. A secret that several rules find has the name of the
// most specific one.
func (d *Detector) Find(text string) []redaction.Secret {
	found := d.rules().find(text)
	if strings.Contains(text, `\"`) { // JSON in JSON: no rule knows of backslashes around a value
		found = append(found, verbatim(d.rules().find(strings.ReplaceAll(text, `\"`, `"`)), text)...)
	}
	found = append(found, verbatim(d.environment, text)...)
	slices.SortStableFunc(found, func(a, b redaction.Secret) int { return cmp.Compare(a.Value, b.Value) })
	return slices.CompactFunc(found, func(a, b redaction.Secret) bool { return a.Value == b.Value })
}

// MayHold implements redaction.Detector: it takes a fraction of the time of [Detector.Find], since it decodes and copies nothing.
func (d *Detector) MayHold(raw []byte) bool {
	return d.rules().mayHold(raw) || len(verbatimIn(d.environment, raw)) > 0
}
