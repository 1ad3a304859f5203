package recordtree

// trail notices when the conversation of a growing file does not continue from its last record. Only the whole tree
// then shows what is active. It may err to one side: a path that it reports as changed may be the same.
type trail struct {
	// last is the newest record of the tree. Goes is the record from which the conversation continues according to the
	// last mark that names one.
	last, goes uint64
	// known are the records of the tree.
	known map[uint64]standing
	moved bool
}

// standing is what is known about a record by its id: whether it was reported, and whether another follows it.
type standing struct{ isTold, isFollowed bool }

// see takes the next record. Message is that of the records before it.
func (c *trail) see(m *Mark, message uint64) {
	if c.known == nil {
		c.known = map[uint64]standing{}
	}
	before := c.leaf()
	if m.Goes != nil || m.GoesBack {
		c.goes = hash(m.Goes)
	}
	if m.GoesBack || m.EditsRecent || len(m.EditsResults) > 0 {
		c.moved = true
	}
	isLinear := c.follow(m, before, message)
	if after := c.leaf(); m.Place == Beside {
		c.moved = c.moved || after != before
	} else {
		c.moved = c.moved || !isLinear || after != c.last
	}
}

// leaf returns the record from which the conversation continues.
func (c *trail) leaf() uint64 {
	if now := c.known[c.goes]; now.isTold && !now.isFollowed {
		return c.goes
	}
	return c.last
}

// follow adds a record to the known ones, and reports whether it continues the conversation from its leaf, or belongs
// to the last message.
func (c *trail) follow(m *Mark, leaf, message uint64) bool {
	id, parent := hash(m.ID), hash(m.Parent)
	if parent != 0 {
		c.known[parent] = standing{c.known[parent].isTold, true}
	}
	if m.Place == Beside {
		return true
	}
	isAgain := c.known[id].isTold
	c.last = id
	if id != 0 {
		c.known[id] = standing{true, c.known[id].isFollowed}
	}
	switch {
	case isAgain:
		return m.IsFragment
	case m.Parent == nil, len(m.Answers) > 0:
		return true
	case m.Message.IsPart && message != 0 && hash(m.Message.ID) == message:
		return true
	}
	return parent == leaf
}
