package tui

import (
	"strings"

	"charm.land/lipgloss/v2"

	"stead/internal/plain"
)

// The styles are made of the 16 colours of the user's theme, which decides how they look. What a colour says is said by a word or a mark as well.
var (
	bold     = lipgloss.NewStyle().Bold(true)
	faint    = lipgloss.NewStyle().Faint(true)
	reverse  = lipgloss.NewStyle().Reverse(true)
	cyan     = lipgloss.NewStyle().Foreground(lipgloss.Cyan)
	green    = lipgloss.NewStyle().Foreground(lipgloss.Green)
	yellow   = lipgloss.NewStyle().Foreground(lipgloss.Yellow).Bold(true)
	red      = lipgloss.NewStyle().Foreground(lipgloss.Red)
	frame    = lipgloss.NewStyle().Border(lipgloss.NormalBorder()).Padding(0, 1)
	isBehind = lipgloss.NewStyle().Bold(true).Underline(true)
)

// filled returns a text that is as wide as it must be: cut, or with blanks behind it. The text may be styled.
func filled(text string, width int) string {
	missing := width - plain.Width(text)
	if missing < 0 {
		return lipgloss.NewStyle().MaxWidth(width).Render(text)
	}
	return text + strings.Repeat(" ", missing)
}

// apart puts two texts at the two ends of a line. What does not fit of the first is cut.
func apart(left, right string, width int) string {
	room := width - plain.Width(right)
	if room < 1 {
		return filled(left, width)
	}
	return filled(left, room) + right
}
