package pi

import (
	"stead/adapters/pi"
	"stead/timeline"
	"stead/writers"
)

// compact writes a summary. Next to it, the CLI keeps everything from one record onward. The prompts before that record
// follow as notes, which the model gets (observed with Pi 0.87.1).
func (c *conversation) compact(entry *timeline.Entry) error {
	k := c.out.recent.keep(entry.Compaction.Keeps)
	k.declareLost(&c.out.report.Losses)
	if err := c.out.record(pi.TypeCompaction, []*timeline.Entry{entry}, func(o *timeline.Object, id string) {
		o.Text("summary", entry.Content)
		if k.from == "" {
			k.from = id // nothing is kept
		}
		o.String("firstKeptEntryId", k.from)
		o.Int("tokensBefore", 0)
		if len(k.told) > 0 {
			o.Append("details", k.appendDetails)
		}
	}); err != nil {
		return err
	}
	for _, p := range k.told {
		if err := c.repeat(p, entry.Timestamp); err != nil {
			return err
		}
	}
	return nil
}

// appendDetails lists the records of the prompts that the notes repeat, so that the reader knows what the summary
// keeps.
func (k kept) appendDetails(dst []byte) []byte {
	return timeline.AppendObject(dst, func(o *timeline.Object) {
		records := make([][]byte, len(k.told))
		for i, p := range k.told {
			records[i] = timeline.AppendString(nil, p.first)
		}
		o.Append(pi.KeptDetail, func(dst []byte) []byte { return timeline.AppendArray(dst, records) })
	})
}

// repeat writes a prompt again. The terminal displays it only in its original place.
func (c *conversation) repeat(p placed, timestamp string) error {
	prompt := &timeline.Entry{ID: p.entry, Timestamp: timestamp, Type: timeline.User, Content: timeline.RawText(p.prompt)}
	err := c.out.record(pi.TypeCustomMessage, []*timeline.Entry{prompt}, func(o *timeline.Object, _ string) {
		o.String("customType", pi.KeptNote)
		content(o, [][]byte{textBlock(prompt.Content)})
		o.Bool("display", false)
	})
	c.out.recent.placed[len(c.out.recent.placed)-1].first = p.first
	return err
}

// declareLost declares the entries that are lost although the source's summary keeps them.
func (k kept) declareLost(losses *writers.Losses) {
	const what = "entry that a compaction keeps"
	for range k.unknown {
		losses.Add(what, "it lies too far back: the model gets the summary without it")
	}
	for _, p := range k.lost {
		losses.Item(p.kind, p.characters, what,
			"Pi keeps only prompts and the last entries, without gaps, beside a summary: the model gets the summary without it")
	}
	for _, p := range k.told {
		for range p.pictures {
			losses.Item(writers.Media, 0, "picture of a prompt that a compaction keeps",
				"only the prompt's text is repeated after the summary")
		}
	}
}
