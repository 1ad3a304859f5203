package templates

import (
	"crypto/sha256"
	"encoding/hex"
	"text/template"
	"time"
)

// Origin says where a template comes from.
type Origin string

// The origins, in order of precedence for templates with the same name.
const (
	Project Origin = "project"
	User    Origin = "user"
	Shipped Origin = "shipped"
)

// Template is a prompt with places to fill in.
type Template struct {
	Name   string `json:"name"`
	Origin Origin `json:"origin"`
	// Path is the template's file. Empty for a template that comes with stead.
	Path        string `json:"path,omitempty"`
	Description string `json:"description"`
	// Variables and Inputs are in the order of the file.
	Variables []Variable `json:"vars"`
	Inputs    []Input    `json:"inputs"`
	// CLI and Model are those that the template was written for: hints, which the command line overrides.
	CLI   string `json:"cli,omitempty"`
	Model string `json:"model,omitempty"`
	// Content is the whole file.
	Content string `json:"-"`

	// root is the absolute path of the project that contains the template; only for a project's template.
	root string
	body *template.Template
}

// Variable is a place that the user fills in.
type Variable struct {
	Name        string `json:"name"`
	Type        Type   `json:"type"`
	Description string `json:"description,omitempty"`
	// Default is the value used when none is given, in the form in which it would be given.
	Default  string   `json:"default,omitempty"`
	Required bool     `json:"required,omitempty"`
	Choices  []string `json:"choices,omitempty"`
}

// Input is a place that a file or the output of a command fills. One of File and Command is set.
type Input struct {
	Name string `json:"name"`
	// File is a path, relative to the working folder.
	File string `json:"file,omitempty"`
	// Command is a line for the shell. The variables are in its environment, as STEAD_VAR_<name>.
	Command string `json:"command,omitempty"`
	// Timeout ends the command. 0 is a minute.
	Timeout time.Duration `json:"timeout,omitempty"`
	// Optional turns a missing file and a failed command into the empty text.
	Optional bool `json:"optional,omitempty"`
}

// Commands returns the command lines that rendering the template runs.
func (t Template) Commands() []string {
	var lines []string
	for _, input := range t.Inputs {
		if input.Command != "" {
			lines = append(lines, input.Command)
		}
	}
	return lines
}

// Digest identifies what the template does and where: its content and its project. The same file in another repository
// has another digest, because its commands may call other programs there.
func (t Template) Digest() string {
	sum := sha256.Sum256([]byte(t.root + "\x00" + t.Content))
	return hex.EncodeToString(sum[:])
}
