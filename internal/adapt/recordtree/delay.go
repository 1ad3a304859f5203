package recordtree

import (
	"container/heap"
	"maps"
	"slices"
)

// delay holds back the lines that stand before what they follow, or before the call that they answer, and what follows
// those. A line that is free is told as soon as no line before it is, so that lines which no link orders keep the order
// of the file.
type delay struct {
	index *index
	// waiting are the lines that were passed over, after lists them by the line for which they wait.
	waiting map[int32]bool
	after   map[int32][]int32
	free    lines
}

// holds reports whether a line must wait, and notes it.
func (d *delay) holds(line int32) bool {
	leader := d.leader(line)
	if leader <= line && !d.waiting[leader] {
		return false
	}
	if d.waiting == nil {
		d.waiting, d.after = map[int32]bool{}, map[int32][]int32{}
	}
	d.waiting[line] = true
	d.after[leader] = append(d.after[leader], line)
	return true
}

// leader returns the line that must be told before this one: its parent, or its call when that comes later.
func (d *delay) leader(line int32) int32 {
	n := d.index.nodes.at(line)
	if n.flags&isAnswer != 0 && (n.owner > line || d.waiting[n.owner]) {
		return n.owner
	}
	return n.parent
}

// release frees what waits for a line that was told.
func (d *delay) release(line int32) {
	for _, next := range d.after[line] {
		d.cut(next)
	}
	delete(d.after, line)
}

// next returns the first line that is free, or 0.
func (d *delay) next() int32 {
	if len(d.free) == 0 {
		return 0
	}
	line := heap.Pop(&d.free).(int32)
	delete(d.waiting, line)
	return line
}

// rings returns the lines that still wait at the end of the file: for each other, as an answer does that its own call
// follows.
func (d *delay) rings() []int32 { return slices.Sorted(maps.Keys(d.waiting)) }

// cut frees a line that still waits.
func (d *delay) cut(line int32) {
	if d.waiting[line] {
		heap.Push(&d.free, line)
	}
}

// lines is a heap of line numbers.
type lines []int32

func (l lines) Len() int           { return len(l) }
func (l lines) Less(i, j int) bool { return l[i] < l[j] }
func (l lines) Swap(i, j int)      { l[i], l[j] = l[j], l[i] }

// Push implements heap.Interface.
func (l *lines) Push(line any) { *l = append(*l, line.(int32)) }

// Pop implements heap.Interface.
func (l *lines) Pop() any {
	last := (*l)[len(*l)-1]
	*l = (*l)[:len(*l)-1]
	return last
}
