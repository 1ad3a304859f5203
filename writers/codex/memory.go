package codex

import (
	"slices"

	"stead/timeline"
)

// The memory holds the response items that a later compaction may keep: the newest two megabytes of prompts and the
// newest megabyte of everything else. So it does not grow with the session.
const (
	promptMemory = 2 << 20
	recentMemory = 1 << 20
)

type memory struct {
	prompts, recent itemBuffer
	count           int
}

// itemBuffer is a bounded buffer of response items.
type itemBuffer struct {
	items []memoryItem
	bytes []byte
}

// memoryItem is a response item in the buffer. Call connects a call and its result.
type memoryItem struct {
	// ids are those of the entries in the item.
	ids      []string
	call     string
	rank     int
	isPrompt bool
	// isHidden marks an entry that the model does not receive. It has no item.
	isHidden bool
	from, to int
}

// prompt remembers a message of the user, including what the user named in it.
func (m *memory) prompt(ids []string, payload []byte) {
	m.count++
	m.prompts.add(memoryItem{ids: ids, rank: m.count, isPrompt: true}, payload, promptMemory)
}

// hidden remembers a hidden entry, so that keeping it does not count as a missing item.
func (m *memory) hidden(id string) {
	m.recent.add(memoryItem{ids: []string{id}, isHidden: true}, []byte(id), recentMemory)
}

func (m *memory) item(e *timeline.Entry, payload []byte) {
	m.count++
	item := memoryItem{ids: []string{e.ID}, rank: m.count, call: e.CallID}
	if e.Type == timeline.ToolCall {
		item.call = e.ID
	}
	m.recent.add(item, payload, recentMemory)
}

// add stores an item, and drops old ones once the buffer holds twice its limit. It does not store a giant item, or one
// without a payload.
func (a *itemBuffer) add(item memoryItem, payload []byte, limit int) {
	if payload == nil || len(payload) > limit/8 {
		return
	}
	item.from, item.to = len(a.bytes), len(a.bytes)+len(payload)
	a.bytes = append(a.bytes, payload...)
	a.items = append(a.items, item)
	if len(a.bytes) > 2*limit {
		a.forget(len(a.bytes) - limit)
	}
}

func (a *itemBuffer) forget(before int) {
	first := slices.IndexFunc(a.items, func(i memoryItem) bool { return i.from >= before })
	from := a.items[first].from
	a.bytes = a.bytes[:copy(a.bytes, a.bytes[from:])]
	a.items = a.items[:copy(a.items, a.items[first:])]
	for i := range a.items {
		a.items[i].from -= from
		a.items[i].to -= from
	}
}

// kept returns the response items of entries, in order, and the number of entries that the memory does not hold. It
// omits a call without its result, and a result without its call, because they cannot be sent to the model.
func (m *memory) kept(ids []string) (items []foundItem, missing int) {
	if len(ids) == 0 {
		return nil, 0
	}
	wanted := map[string]bool{}
	for _, id := range ids {
		wanted[id] = true
	}
	found := append(m.prompts.find(wanted), m.recent.find(wanted)...)
	slices.SortFunc(found, func(a, b foundItem) int { return a.rank - b.rank })
	sides := map[string]int{}
	for _, f := range found {
		sides[f.call]++
	}
	for _, f := range found {
		if f.call != "" && sides[f.call] != 2 {
			continue
		}
		for _, id := range f.ids {
			delete(wanted, id)
		}
		if !f.isHidden {
			items = append(items, f)
		}
	}
	return items, len(wanted)
}

type foundItem struct {
	memoryItem
	json []byte
}

func (a *itemBuffer) find(wanted map[string]bool) []foundItem {
	var found []foundItem
	for _, i := range a.items {
		if slices.ContainsFunc(i.ids, func(id string) bool { return wanted[id] }) {
			found = append(found, foundItem{i, a.bytes[i.from:i.to]})
		}
	}
	return found
}
