package replay

// pane is the screen that shows the body of a step.
type pane struct {
	rows, columns int
	// top is the first visible line of the body. Body holds all lines.
	top  int
	body []line
}

// room returns the number of lines of the body that fit between the two lines above and the one below.
func (p *pane) room() int { return max(1, p.rows-4) }

// scroll moves the body by a number of lines. It returns false if the body is already at that end.
func (p *pane) scroll(by int) bool {
	top := max(0, min(p.top+by, len(p.body)-p.room()))
	moved := top != p.top
	p.top = top
	return moved
}
