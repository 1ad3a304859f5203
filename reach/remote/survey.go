package remote

import (
	"context"
	"slices"
	"sync"
	"time"

	"stead/reach/lease"
	"stead/reach/member"
)

// The states of a machine: this one, one that answers, and one that does not.
const (
	Here  = "here"
	There = "there"
	Away  = "away"
)

// Seen is another machine's state as this one sees it, with its last description of itself.
type Seen struct {
	member.Peer
	// State is Here, There or Away.
	State string `json:"state"`
	// Seen is when a machine that is away was last present. Zero if that is unknown.
	Seen time.Time `json:"seen,omitzero"`
	// CLIs are the CLIs installed there. Slots is the maximum number of runs of the queue at the same time, Busy their
	// current number.
	CLIs  []string `json:"clis,omitempty"`
	Slots int      `json:"slots,omitempty"`
	Busy  int      `json:"busy,omitempty"`
}

// Survey finds out which machines answer, all at the same time. It does not wait for a machine that the hub has not
// heard of for 15 seconds. Said are the machines' descriptions of themselves: see [Hub.Present].
func Survey(ctx context.Context, h *Hub, said []lease.Presence) []Seen {
	all := []Seen{{Peer: h.Self(), State: Here}}
	for _, m := range h.Others() {
		all = append(all, Seen{Peer: m, State: Away})
	}
	var working sync.WaitGroup
	for i := range all[1:] {
		m := &all[1+i]
		working.Go(func() {
			within := ctx
			if slices.ContainsFunc(said, func(s lease.Presence) bool { return s.Name == m.Name && !s.Here }) {
				short, cancel := context.WithTimeout(ctx, patienceAway)
				defer cancel()
				within = short
			}
			if h.Answers(within, m.Peer) {
				m.State = There
			}
		})
	}
	working.Wait()
	for _, s := range said {
		note(all, s)
	}
	return all
}

// note adds a machine's description of itself.
func note(all []Seen, said lease.Presence) {
	for i, m := range all {
		if m.Name != said.Name {
			continue
		}
		all[i].CLIs, all[i].Slots, all[i].Busy = said.CLIs, said.Slots, said.Busy
		if m.State == Away {
			all[i].Seen = said.Seen
		}
	}
}
