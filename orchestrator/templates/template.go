package templates

import (
	"crypto/sha256"
	"encoding/hex"
	"text/template"
	"time"
)

// Origin says whose a template is.
type Origin string

// The origins, in the order in which templates of the same name are preferred.
const (
	Project Origin = "project"
	User    Origin = "user"
	Shipped Origin = "shipped"
)

// Template is a prompt with places that are filled in.
type Template struct {
	Name   string `json:"name"`
	Origin Origin `json:"origin"`
	// Path is the template's file. Empty for one that comes with stead.
	Path        string `json:"path,omitempty"`
	Description string `json:"description"`
	// Variables and Inputs are in the order of the file.
	Variables []Variable `json:"vars"`
	Inputs    []Input    `json:"inputs"`
	// CLI and Model are what the template was written for: hints, which the command line overrules.
	CLI   string `json:"cli,omitempty"`
	Model string `json:"model,omitempty"`
	// Content is the whole file.
	Content string `json:"-"`

	// root is the folder of the project in which the template lies, an absolute path; only for a project's template.
	root string
	body *template.Template
}

// Variable is a place that the user fills in.
type Variable struct {
	Name        string `json:"name"`
	Type        Type   `json:"type"`
	Description string `json:"description,omitempty"`
	// Default is the value that counts when none is given, as it would be given.
	Default  string   `json:"default,omitempty"`
	Required bool     `json:"required,omitempty"`
	Choices  []string `json:"choices,omitempty"`
}

// Input is a place that a file or the output of a command fills. One of File and Command is set.
type Input struct {
	Name string `json:"name"`
	// File is a path, relative to the working folder.
	File string `json:"file,omitempty"`
	// Command is a line for the shell. It finds the variables in its environment, as STEAD_VAR_<name>.
	Command string `json:"command,omitempty"`
	// Timeout ends the command. 0 is a minute.
	Timeout time.Duration `json:"timeout,omitempty"`
	// Optional makes a file that is missing, and a command that fails, the empty text.
	Optional bool `json:"optional,omitempty"`
}

// Commands returns the lines that rendering the template runs.
func (t Template) Commands() []string {
	var lines []string
	for _, input := range t.Inputs {
		if input.Command != "" {
			lines = append(lines, input.Command)
		}
	}
	return lines
}

// Digest identifies what the template does and where: its content and the project in which it lies. The same file in
// another repository is another: its commands may call what lies there.
func (t Template) Digest() string {
	sum := sha256.Sum256([]byte(t.root + "\x00" + t.Content))
	return hex.EncodeToString(sum[:])
}
