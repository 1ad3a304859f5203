// Package knowledge finds what was learnt in a session, by rules and without any model: failures with what cured them,
// decisions, corrections by the user, and what is done or asked for again and again.
//
// [Extract] walks over a conversation once and holds little of it, however long it is. [Update] does so for the
// sessions that have changed. Each finding names the steps that show it, and the rule that found it with that rule's
// confidence: how often it was right where people had judged before. docs/knowledge.md has the figures and how they
// were taken. Failures with their cures can be trusted; decisions and corrections, which rest on wordings, are weak,
// and say so.
package knowledge
