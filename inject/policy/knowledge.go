package policy

import (
	"stead/timeline"
	"stead/writers"
)

// knowledge counts what the source's model knew, in one range over its session.
type knowledge struct{ known, rebuilt writers.Amounts }

// forget begins anew.
func (k *knowledge) forget() { k.known, k.rebuilt = writers.Amounts{}, writers.Amounts{} }

// see counts an entry as its reader gave it: what policies and masks do to it comes later.
func (k *knowledge) see(e *timeline.Entry) {
	switch {
	case e.Branch != "": // the model has forgotten it
	case e.IsRebuilt():
		k.rebuilt.AddItem(writers.Kind(e.Origin.Kind), e.Content.Characters())
	case e.Active():
		k.known.Count(e)
	}
}

// measure says how much of it arrives. What does not is named in the report: the delivery proves of everything else that it was written.
func (k *knowledge) measure(r writers.Report) writers.Measure {
	m := writers.Measure{Known: k.known, Arrives: k.known, Rebuilt: k.rebuilt}
	for _, l := range r.LeftOut {
		m.Arrives = m.Arrives.Minus(l.Of)
	}
	for _, l := range r.Losses {
		m.Arrives = m.Arrives.Minus(l.Of)
	}
	return m
}
