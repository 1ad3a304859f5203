package recordtree

import (
	"container/heap"
	"maps"
	"slices"
)

// delay holds back the lines that precede the record that they follow, or the call that they answer, and the lines that
// follow those. A free line is passed on as soon as no earlier line is free, so that lines without a link between them
// keep the order of the file.
type delay struct {
	index *index
	// waiting are the lines that are held back; after lists them by the line for which they wait.
	waiting map[int32]bool
	after   map[int32][]int32
	free    lines
}

// holds reports whether a line must wait, and records it.
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

// leader returns the line that must be passed on before this one: its parent, or its call if that comes later.
func (d *delay) leader(line int32) int32 {
	n := d.index.nodes.at(line)
	if n.flags&isAnswer != 0 && (n.owner > line || d.waiting[n.owner]) {
		return n.owner
	}
	return n.parent
}

// release frees the lines that wait for a line that was passed on.
func (d *delay) release(line int32) {
	for _, next := range d.after[line] {
		d.cut(next)
	}
	delete(d.after, line)
}

// next returns the first free line, or 0.
func (d *delay) next() int32 {
	if len(d.free) == 0 {
		return 0
	}
	line := heap.Pop(&d.free).(int32)
	delete(d.waiting, line)
	return line
}

// rings returns the lines that still wait at the end of the file. They wait for each other, like an answer whose own
// call follows it.
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
