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

// Seen is a machine as this one sees it, with what it said of itself last.
type Seen struct {
	member.Peer
	// State is Here, There or Away.
	State string `json:"state"`
	// Seen is when one that is away was there last. Zero where that is not known.
	Seen time.Time `json:"seen,omitzero"`
	// CLIs are those that are installed there, Slots at how many runs of the queue it works at a time, Busy at how many
	// now.
	CLIs  []string `json:"clis,omitempty"`
	Slots int      `json:"slots,omitempty"`
	Busy  int      `json:"busy,omitempty"`
}

// Survey finds out which machines answer, all at once. One of which the hub has not heard for 15 seconds is not waited
// for. Said is what the machines have said of themselves: see [Hub.Present].
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

// note adds what a machine has said of itself.
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
