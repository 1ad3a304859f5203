package recordtree

// node is what the index keeps about a line. Lines count from 1, and 0 means none.
type node struct {
	parent int32 // the line that this one follows
	root   int32 // of an abandoned line: the first line of its branch
	owner  int32 // of a message's line: its first one; of an answer: the line of the call
	shown  uint16
	flags  flags
}

type flags uint32

const (
	inTree flags = 1 << iota
	isFragment
	isReplaced  // a later record has its id
	isActive    // part of the active conversation
	isKeptFrom  // the first line that a compaction keeps
	hasChild    // one line follows it
	hasChildren // several do
	isWalking   // visited in the search for rings of parents
	isRingless  // free of rings, as that search found
	isMessage   // part of a message
	isAnswer    // holds results of calls
	isSpoken    // of a message's first line: the message is part of the conversation
	hasUsage    // the line of its message that has the usage
	isKept      // the next summary keeps it
	isTyped     // typed input whose text is in a record that follows it
	goesOn      // the conversation continues from it if it is the last
	isGoneOn    // a goesOn line follows it
	isText      // the text that results from typed input
	isReply     // no turn begins with it
)

// A block of nodes never moves. A slice that doubles as it grows would briefly need three times the memory.
const (
	blockBits = 13
	blockSize = 1 << blockBits
	// offsetEvery is how many lines share one stored offset. Few lines are ever looked up.
	offsetEvery = 64
)

// nodes are the nodes of all lines.
type nodes struct {
	blocks  []*[blockSize]node
	offsets []int64 // of every 64th line
	last    int32
}

// add appends the node of the next line, which begins at offset, and returns the line's number.
func (n *nodes) add(added node, offset int64) int32 {
	n.last++
	if n.last%offsetEvery == 1 {
		n.offsets = append(n.offsets, offset)
	}
	if int(n.last)>>blockBits >= len(n.blocks) {
		n.blocks = append(n.blocks, new([blockSize]node))
	}
	*n.at(n.last) = added
	return n.last
}

// at returns the node of a line, or an empty one for line 0.
func (n *nodes) at(line int32) *node { return &n.blocks[line>>blockBits][line&(blockSize-1)] }

// replace hides a line, because another one has replaced it.
func (n *nodes) replace(line int32) {
	n.at(line).flags |= isReplaced
	n.at(line).shown = 0
}

// near returns the offset of a line at or shortly before the given one, and that line's number.
func (n *nodes) near(line int32) (offset int64, from int32) {
	at := (line - 1) / offsetEvery
	return n.offsets[at], at*offsetEvery + 1
}
