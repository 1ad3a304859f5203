package replay

// pane is the screen, with the body of a step on it.
type pane struct {
	rows, columns int
	// top is the first line of the body on the screen, body all of them.
	top  int
	body []line
}

// room is how many lines of a body fit between the two lines above and the one below.
func (p *pane) room() int { return max(1, p.rows-4) }

// scroll moves the body by so many lines. It returns false when there is nothing there.
func (p *pane) scroll(by int) bool {
	top := max(0, min(p.top+by, len(p.body)-p.room()))
	moved := top != p.top
	p.top = top
	return moved
}
