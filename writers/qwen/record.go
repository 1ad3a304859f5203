package qwen

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"time"

	"stead/internal/jsonl"
	"stead/timeline"
)

// record writes a record of the tree. Members adds what is the record's own.
func (e *encoder) record(entry *timeline.Entry, kind, provenance string, members func(*timeline.Object)) error {
	uuid := e.uuid(entry.ID)
	o := timeline.NewObject(nil)
	o.String("uuid", uuid)
	if e.tip == "" {
		o.Raw("parentUuid", []byte("null"))
	} else {
		o.String("parentUuid", e.tip)
	}
	o.String("sessionId", e.plan.ID)
	o.String("timestamp", e.stamp(entry.Timestamp))
	o.String("type", kind)
	o.String("provenance", provenance)
	o.String("cwd", e.plan.Dir)
	o.String("version", e.plan.Version)
	if git := e.stream.Header.Project.Git; git != nil {
		o.Optional("gitBranch", git.Branch)
	}
	if e.agent != "" {
		o.String("agentId", e.agent)
		o.String("agentName", agentType)
		o.Bool("isSidechain", true)
	}
	members(&o)
	e.tip = uuid
	e.sides.written(uuid)
	return e.out.Line(jsonl.EscapeSeparators(o.End()))
}

// uuid derives a record's id from its place and its entry's, so that the same session is written alike each time.
func (e *encoder) uuid(entry string) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%d\x00%s", e.plan.ID, e.out.Lines, entry))
	sum[6], sum[8] = sum[6]&0x0F|0x80, sum[8]&0x3F|0x80 // version 8: made in a way of one's own
	id := hex.EncodeToString(sum[:16])
	return fmt.Sprintf("%s-%s-%s-%s-%s", id[:8], id[8:12], id[12:16], id[16:20], id[20:])
}

// stamp returns a timestamp that the CLI takes.
func (e *encoder) stamp(timestamp string) string {
	if _, err := time.Parse(time.RFC3339, timestamp); err != nil {
		return e.plan.Now.UTC().Format("2006-01-02T15:04:05.000Z")
	}
	return timestamp
}

// message adds a message of the given parts.
func message(o *timeline.Object, role string, parts [][]byte) {
	o.Append("message", func(dst []byte) []byte {
		m := timeline.NewObject(dst)
		m.String("role", role)
		m.Append("parts", func(dst []byte) []byte { return timeline.AppendArray(dst, parts) })
		return m.End()
	})
}
