package pi

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"time"

	"stead/timeline"
)

// record writes a record of the tree for some entries. Members adds what is the record's own.
func (e *encoder) record(kind string, entries []*timeline.Entry, members func(o *timeline.Object, id string)) error {
	if err := e.start(); err != nil {
		return err
	}
	id := e.newID(entries[0].ID)
	o := timeline.NewObject(nil)
	o.String("type", kind)
	o.String("id", id)
	if e.tip == "" {
		o.Raw("parentId", []byte("null"))
	} else {
		o.String("parentId", e.tip)
	}
	o.String("timestamp", e.stamp(entries[0].Timestamp))
	members(&o, id)
	e.tip = id
	for _, entry := range entries {
		e.recent.add(entry, id)
	}
	return e.out.Line(o.End())
}

// newID derives a record's id from its place and its entry's, so that the same session is written alike each time. The CLI's own have
// half the length, and it looks for one that is free.
func (e *encoder) newID(entry string) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%d\x00%s", e.plan.ID, e.out.Lines, entry))
	return hex.EncodeToString(sum[:8])
}

const layout = "2006-01-02T15:04:05.000Z"

// stamp returns a timestamp that the CLI takes.
func (e *encoder) stamp(timestamp string) string {
	if _, err := time.Parse(time.RFC3339, timestamp); err != nil {
		return e.plan.Now.UTC().Format(layout)
	}
	return timestamp
}

// message writes a record that holds a message.
func (e *encoder) message(role string, entries []*timeline.Entry, members func(*timeline.Object)) error {
	return e.record("message", entries, func(o *timeline.Object, _ string) {
		o.Append("message", func(dst []byte) []byte {
			m := timeline.NewObject(dst)
			m.String("role", role)
			members(&m)
			at, err := time.Parse(time.RFC3339, entries[0].Timestamp)
			if err != nil {
				at = e.plan.Now
			}
			m.Int("timestamp", at.UnixMilli())
			return m.End()
		})
	})
}
