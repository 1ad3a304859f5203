package claude

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"time"

	"stead/internal/format/claude"
	"stead/timeline"
)

// leaf is the record that names the active leaf.
func (c *converter) leaf() []byte {
	o := timeline.NewObject(c.line[:0])
	o.String("type", claude.TypeLastPrompt)
	if !c.lastPrompt.IsEmpty() {
		o.String("lastPrompt", title(c.lastPrompt))
	}
	o.String("leafUuid", c.tip)
	o.String("sessionId", c.plan.ID)
	return o.End()
}

// record writes a record of the tree. Parent is the uuid that it follows, and members adds what is the record's own.
func (c *converter) record(id, parent, timestamp string, members func(*timeline.Object)) error {
	c.wrote = true
	uuid := c.uuid(id)
	for c.isWritten(uuid) { // of two records with one uuid the CLI loses the first, and all before it
		id += "\x00again"
		uuid = c.uuid(id)
	}
	o := timeline.NewObject(c.line[:0])
	if parent == "" {
		o.Raw("parentUuid", []byte("null"))
	} else {
		o.String("parentUuid", parent)
	}
	o.Bool("isSidechain", c.agent != "")
	o.Optional("agentId", c.agent)
	members(&o)
	o.String("uuid", uuid)
	o.String("timestamp", c.stamp(timestamp))
	o.String("userType", "external")
	o.String("entrypoint", "cli") // sessions of "sdk-cli" are hidden from the CLI's picker
	o.String("cwd", c.plan.Dir)
	o.String("sessionId", c.plan.ID)
	o.String("version", c.plan.Version)
	o.String("gitBranch", c.branch)
	c.line = o.End()
	c.tip = uuid
	c.note(uuid)
	return c.out.Line(c.line)
}

// uuid derives a record's id from its entry's, so that the same session is written alike each time, and a compaction can name entries of
// long ago.
func (c *converter) uuid(entry string) string {
	sum := sha256.Sum256([]byte(c.plan.ID + c.agent + "\x00" + entry))
	sum[6], sum[8] = sum[6]&0x0F|0x80, sum[8]&0x3F|0x80 // version 8: made in a way of one's own
	id := hex.EncodeToString(sum[:16])
	return fmt.Sprintf("%s-%s-%s-%s-%s", id[:8], id[8:12], id[12:16], id[16:20], id[20:])
}

// stamp returns a timestamp that the CLI takes: a last record without one makes the whole session unknown to it.
func (c *converter) stamp(timestamp string) string {
	if _, err := time.Parse(time.RFC3339, timestamp); err != nil {
		return c.plan.Now.UTC().Format("2006-01-02T15:04:05.000Z")
	}
	return timestamp
}

func textBlock(text timeline.Text) []byte {
	o := timeline.NewObject(nil)
	o.String("type", "text")
	o.Text("text", text)
	return o.End()
}
