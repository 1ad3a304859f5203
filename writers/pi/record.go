package pi

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"time"

	"stead/adapters/pi"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
	"stead/writers"
)

// output writes the records of a file.
type output struct {
	jsonl.Output
	report  writers.Report
	plan    writers.Plan
	family  family
	recent  recent
	started bool   // whether the file has its header
	tip     string // the id that the next record follows
}

// record writes a record of the tree for some entries. Members adds the record's own members.
func (w *output) record(kind string, entries []*timeline.Entry, members func(o *timeline.Object, id string)) error {
	if err := w.start(); err != nil {
		return err
	}
	id := w.newID(entries[0].ID)
	o := timeline.NewObject(nil)
	o.String("type", kind)
	o.String("id", id)
	if w.tip == "" {
		o.Raw("parentId", []byte("null"))
	} else {
		o.String("parentId", w.tip)
	}
	o.String("timestamp", w.plan.Stamp(entries[0].Timestamp))
	members(&o, id)
	w.tip = id
	for _, entry := range entries {
		w.recent.add(entry, id)
	}
	return w.Line(o.End())
}

// newID derives a record's id from its position and its entry's id, so that the same session is always written the same
// way. The CLI's own ids have half the length, and it searches for a free one.
func (w *output) newID(entry string) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%d\x00%s", w.plan.ID, w.Lines, entry))
	return hex.EncodeToString(sum[:8])
}

// message writes a record that holds a message.
func (w *output) message(role string, entries []*timeline.Entry, members func(*timeline.Object)) error {
	return w.record("message", entries, func(o *timeline.Object, _ string) {
		o.Append("message", func(dst []byte) []byte {
			m := timeline.NewObject(dst)
			m.String("role", role)
			members(&m)
			at, err := time.Parse(time.RFC3339, entries[0].Timestamp)
			if err != nil {
				at = w.plan.Now
			}
			m.Int("timestamp", at.UnixMilli())
			return m.End()
		})
	})
}

// start writes the header unless it is already written.
func (w *output) start() error {
	if w.started {
		return nil
	}
	w.started = true
	o := timeline.NewObject(nil)
	o.String("type", pi.TypeSession)
	o.Int("version", pi.Version)
	o.String("id", w.plan.ID)
	o.String("timestamp", w.plan.Stamp(w.plan.Stream.Header.Metadata.Created))
	o.String("cwd", w.plan.Dir)
	if w.family.main != "" {
		pi.AppendAgent(&o, w.family.main, w.family.caller)
	}
	pi.AppendAgents(&o, w.family.named())
	return w.Line(o.End())
}
