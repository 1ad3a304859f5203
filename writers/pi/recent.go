package pi

import (
	"bytes"

	"stead/timeline"
	"stead/writers"
)

// recent remembers which records hold the newest entries, for a compaction that keeps some of them.
type recent struct {
	placed []placed
	// size is the size in bytes of the remembered prompts.
	size int
}

// placed is an entry and its place. prompt is the text of a user's entry, which can be repeated.
type placed struct {
	entry, record string
	kind          writers.Kind
	characters    int64
	prompt        []byte
	pictures      int
	// first is the record that displays the entry. It is not the record of a note that repeats a prompt.
	first string
}

// maxRecent is the minimum number of remembered entries. maxPrompts is the maximum size in bytes of their prompts.
const (
	maxRecent  = 10_000
	maxPrompts = 2 << 20
)

func (r *recent) add(e *timeline.Entry, record string) {
	if len(r.placed) == 2*maxRecent {
		for _, old := range r.placed[:maxRecent] {
			r.size -= len(old.prompt)
		}
		r.placed = append(r.placed[:0], r.placed[maxRecent:]...)
	}
	p := placed{entry: e.ID, record: record, first: record, kind: kindOf(e)}
	if p.kind != writers.Results {
		p.characters = e.Content.Characters()
	}
	if told := e.Told(); e.Type == timeline.User && !told.IsEmpty() && told.Len() <= maxPrompts/8 {
		p.prompt, p.pictures = bytes.Clone(told.JSON()), len(e.Attachments)
		r.size += len(p.prompt)
	}
	r.placed = append(r.placed, p)
	r.forget()
}

// forget discards the oldest prompts if all prompts together are too long.
func (r *recent) forget() {
	for i := 0; r.size > maxPrompts && i < len(r.placed); i++ {
		r.size -= len(r.placed[i].prompt)
		r.placed[i].prompt = nil
	}
}

func kindOf(e *timeline.Entry) writers.Kind {
	switch {
	case e.Type == timeline.ToolCall:
		return writers.Calls
	case e.Type == timeline.ToolResult:
		return writers.Results
	case e.Origin != nil:
		return writers.Kind(e.Origin.Kind)
	case e.Compaction != nil:
		return writers.Summaries
	case e.Type == timeline.User:
		return writers.Prompts
	case e.Type == timeline.Assistant:
		return writers.Answers
	}
	return writers.Texts
}

// kept holds the entries that stay next to a summary.
type kept struct {
	// from is the record from which Pi itself keeps everything, or empty if it keeps nothing.
	from string
	// told are the prompts that are repeated after the summary. lost are the entries that cannot be repeated. unknown
	// counts those that are too far back.
	told, lost []placed
	unknown    int
}

// keep finds the entries that a compaction keeps. The last entries stay in place. Earlier prompts can be repeated, but
// only after everything that stays. Therefore they are repeated only if nothing but prompts stays with them.
func (r *recent) keep(ids []string) kept {
	wanted := map[string]bool{}
	for _, id := range ids {
		wanted[id] = true
	}
	var last, before []placed
	isLast, isTold := true, true
	for i := len(r.placed) - 1; i >= 0 && len(wanted) > 0; i-- {
		p := r.placed[i]
		if !wanted[p.entry] {
			isLast = false
			continue
		}
		delete(wanted, p.entry)
		if isLast {
			last, isTold = append([]placed{p}, last...), isTold && p.prompt != nil
		} else {
			before = append([]placed{p}, before...)
		}
	}
	k := kept{unknown: len(wanted)}
	switch {
	case len(before) > 0 && isTold:
		before = append(before, last...)
	case len(last) > 0:
		k.from = last[0].record
	}
	for _, p := range before {
		if p.prompt != nil && isTold {
			k.told = append(k.told, p)
		} else {
			k.lost = append(k.lost, p)
		}
	}
	return k
}
