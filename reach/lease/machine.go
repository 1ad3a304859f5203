package lease

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"stead/reach/layout"
)

// Machine is what a machine says of itself.
type Machine struct {
	// Name and User are those of its membership.
	Name string `json:"name"`
	User string `json:"user"`
	// Labels say what it has.
	Labels []string `json:"labels,omitempty"`
	// CLIs are those that are installed and logged in there.
	CLIs []string `json:"clis,omitempty"`
	// Slots is how many jobs of the queue it works at at a time, Busy at how many it does.
	Slots int `json:"slots"`
	Busy  int `json:"busy"`
	// Accounts and Projects are its limits: how many jobs that use an account, or belong to a project, may run at a time
	// on all machines.
	Accounts map[string]int `json:"accounts,omitempty"`
	Projects map[string]int `json:"projects,omitempty"`
	// Version is stead's.
	Version string `json:"version"`
}

// Presence is a machine as the hub knows it.
type Presence struct {
	Machine
	// Here says that the machine has said so within the last seconds.
	Here bool
	// Seen is when it last did, by the hub's clock, to a minute where it is away.
	Seen time.Time
}

// When tells people a time: one of today by the hour. Now decides what today is, and where.
func When(at, now time.Time) string {
	at = at.In(now.Location())
	if at.YearDay() == now.YearDay() && at.Year() == now.Year() {
		return at.Format("15:04")
	}
	return at.Format("2 January 15:04")
}

// presence reads what a machine has said. Ok is false for what no machine of that name would say.
func presence(c change) (p Presence, ok bool) {
	if err := json.Unmarshal(c.value, &p.Machine); err != nil {
		return Presence{}, false
	}
	p.Here, p.Seen = c.key == layout.MachineLease(p.Name), c.at
	return p, p.Here || c.key == layout.SeenKey(p.Name)
}

// roll is the machines, by name.
type roll map[string]Presence

// after is the machine that a change concerns, as it is now. Ok is false where the change shows nothing new: what a
// machine says now counts more than what is remembered of it.
func (r roll) after(c change) (p Presence, ok bool) {
	if c.value == nil {
		return r.gone(c.key)
	}
	if p, ok = presence(c); !ok || !p.Here && r[p.Name].Here {
		return Presence{}, false
	}
	return p, true
}

// gone is a machine whose presence has ended: it was seen last when it last said so.
func (r roll) gone(key string) (p Presence, ok bool) {
	for _, p := range r {
		if p.Here && layout.MachineLease(p.Name) == key {
			p.Here = false
			return p, true
		}
	}
	return Presence{}, false
}

// sorted lists the machines by name.
func (r roll) sorted() []Presence {
	list := make([]Presence, 0, len(r))
	for _, p := range r {
		list = append(list, p)
	}
	slices.SortFunc(list, func(a, b Presence) int { return strings.Compare(a.Name, b.Name) })
	return list
}
