package writers

import (
	"iter"

	"stead/timeline"
)

// Extended returns a session followed by entries that were held elsewhere, as a writer expects it with
// [Options].Extends. If the added entries carry records of the session's own format, those do not belong to this
// session, so writers must encode the entries anew. The sessions of its sub-agents stay where they are.
func Extended(s timeline.Stream, added iter.Seq2[*timeline.Entry, error]) timeline.Stream {
	held, cli := s.Entries, s.Header.Source.CLI
	s.Children = nil
	s.Entries = func(yield func(*timeline.Entry, error) bool) {
		for e, err := range held {
			if !yield(e, err) {
				return
			}
		}
		for e, err := range added {
			if err == nil {
				e = withoutRecordOf(cli, e)
			}
			if !yield(e, err) {
				return
			}
		}
	}
	return s
}

func withoutRecordOf(cli string, e *timeline.Entry) *timeline.Entry {
	if e.Native == nil || e.Native.CLI != cli {
		return e
	}
	bare := *e
	bare.Native = nil
	return &bare
}
