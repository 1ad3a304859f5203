package opencode

import "stead/timeline"

// compaction writes the order to compact and the summary. OpenCode sends the summary, the messages that stay, and those
// that follow.
func (c *conversation) compaction(e *timeline.Entry) error {
	if err := c.close(); err != nil {
		return err
	}
	tail, others := c.memory.tail(e.Compaction.Keeps)
	order := c.drafts.prompt(e.Timestamp)
	c.memory.tellAgain(order, others, &c.out.report.Losses)
	order.part(func(o *timeline.Object) {
		o.String("type", "compaction")
		o.Bool("auto", e.Compaction.Trigger != "manual")
		o.Optional("tail_start_id", tail)
	})
	if err := c.out.message(order.message()); err != nil {
		return err
	}
	c.answers.open = c.drafts.answer(e.Timestamp)
	c.answers.open.mode, c.answers.open.isSummary = "compaction", true
	c.answers.open.timed("text", e.Content, c.drafts.clock.at(e.Timestamp))
	c.out.report.Entries++
	if err := c.close(); err != nil {
		return err
	}
	c.drafts.resumes = true
	return nil
}
