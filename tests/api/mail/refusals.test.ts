import { describe, expect, test } from 'bun:test'
import { classifyRefusal, readRefusal, type RefusalCause } from '#api/mail/refusals.ts'

/** nodemailer's name of the command, the server's reply to it, the expected cause. */
const REPLIES: readonly [command: string, reply: string, cause: RefusalCause][] = [
  // RFC 5321: every 4yz may be retried. When the two codes disagree, the temporary one wins.
  ['RCPT TO', '450 4.1.1 Mailbox busy', 'temporary'],
  ['MAIL FROM', '451 4.7.1 Greylisted', 'temporary'],
  ['RCPT TO', '550 4.1.1 Try later', 'temporary'],
  // RFC 3463, X.1.x: the recipient's address, except X.1.7 and X.1.8.
  ['RCPT TO', '550 5.1.1 No such user', 'address'],
  ['RCPT TO', '554 5.1.2 No such domain', 'address'],
  ['RCPT TO', '556 5.1.10 Domain does not accept mail', 'address'],
  ['DATA', '550-5.1.1 The account does not exist\n550 5.1.1 Check for typing errors', 'address'],
  ['RCPT TO', '553 5.1.7 Sender address syntax', 'sender'],
  ['RCPT TO', '550 5.1.8 Access denied, bad outbound sender', 'sender'],
  ['MAIL FROM', '550 5.1.0 Address rejected', 'sender'],
  // Postfix and Exim check the sender and the EHLO name only at RCPT TO, so these refuse every recipient.
  ['RCPT TO', '550 5.1.0 <digest@example.org>: Sender address rejected: User unknown in local table', 'sender'],
  ['RCPT TO', '504 5.5.2 <localhost>: Helo command rejected: need fully-qualified hostname', 'sender'],
  ['RCPT TO', '504 5.5.2 <digest@papers>: Sender address rejected: need fully-qualified address', 'sender'],
  ['RCPT TO', '550-Verification failed for <digest@example.org>\n550 Sender verify failed', 'sender'],
  ['RCPT TO', '550 Administrative prohibition', 'sender'],
  ['RCPT TO', '554 5.1.0 Sender denied', 'sender'],
  // X.1.0 is "other address status": of the recipient, unless the text says otherwise.
  ['RCPT TO', '550 5.1.0 Address rejected', 'address'],
  ['RCPT TO', '550 5.1.6 The mailbox has moved', 'address'],
  // Details that no RFC assigns, and limits of the relay.
  ['RCPT TO', '550 5.1.90 The daily limit for message recipients is reached', 'sender'],
  ['RCPT TO', '550 5.1.20 Multiple From addresses', 'message'],
  ['DATA', '550-5.4.5 Daily user sending limit exceeded. For more information\n550 5.4.5 see example.org', 'sender'],
  // X.7.x: security and policy.
  ['RCPT TO', '554 5.7.1 Service unavailable; client host blocked', 'sender'],
  ['RCPT TO', '550 5.7.1 Unable to relay', 'sender'],
  ['DATA', '550-5.7.26 The sender is unauthenticated\n550 5.7.26 by SPF and DKIM', 'sender'],
  // Authentication, RFC 4954.
  ['AUTH PLAIN', '535 5.7.8 Credentials invalid', 'sender'],
  ['MAIL FROM', '530 5.5.1 Authentication required', 'sender'],
  ['RCPT TO', '530 Authentication required', 'sender'],
  // Before RCPT TO, no refusal is about a recipient.
  ['CONN', '554 No SMTP service here', 'sender'],
  ['EHLO', '550 Bad HELO', 'sender'],
  ['MAIL FROM', '550 Mailbox unavailable', 'sender'],
  ['MAIL FROM', '554 Transaction failed', 'sender'],
  // Without an enhanced code, or with X.0.x ("other or undefined status").
  ['RCPT TO', '550 No such mailbox', 'address'],
  ['RCPT TO', '550 5.0.0 No such mailbox', 'address'],
  ['RCPT TO', '551 User not local', 'address'],
  ['RCPT TO', '553 Mailbox name not allowed', 'address'],
  ['RCPT TO', '550 relay not permitted', 'sender'],
  ['RCPT TO', '550 192.0.2.7 is listed at bl.example.org', 'sender'],
  ['RCPT TO', '550 Blocked for reasons of policy', 'sender'],
  ['RCPT TO', '550 SPF check failed', 'sender'],
  ['RCPT TO', '550 Invalid HELO name', 'sender'],
  ['RCPT TO', '550 No reverse DNS entry for 192.0.2.7', 'sender'],
  ['RCPT TO', '550 Too many messages from you', 'sender'],
  ['RCPT TO', '550 Unknown user', 'address'],
  ['RCPT TO', '550 <sender.black@spam.example.org>: unknown user', 'address'],
  ['RCPT TO', '550-Verification failed for <ada@example.org>\n550 Unrouteable address', 'address'],
  ['RCPT TO', '550 Mailbox is full', 'message'],
  ['RCPT TO', '550 5.0.0 Over quota', 'message'],
  ['RCPT TO', '550 Daily sending quota exceeded', 'sender'],
  ['RCPT TO', '554 Not here', 'sender'],
  ['RCPT TO', '521 Host does not accept mail', 'sender'],
  ['RCPT TO', '552 Mailbox full', 'message'],
  ['RCPT TO', '501 Syntax error in parameters', 'message'],
  ['DATA', '554 Spam', 'message'],
  ['DATA', '550 No', 'message'],
  ['DATA', '554 Message rejected: Email address is not verified', 'sender'],
  ['DATA', '550 The From address does not match a verified Sender Identity', 'sender'],
  ['DATA', '554 Your network is on our blocklist', 'sender'],
  // Mailbox status, size and content: only this mail is refused.
  ['RCPT TO', '550 5.2.1 Mailbox disabled', 'address'],
  ['DATA', '550 5.2.1 Mailbox disabled', 'address'],
  ['RCPT TO', '552 5.2.2 Mailbox full', 'message'],
  ['MAIL FROM', '552 5.3.4 Message too big', 'message'],
  ['DATA', '554 5.6.0 Invalid content', 'message'],
  ['DATA', '554 5.3.2 System not accepting messages', 'sender'],
]

describe('A refusal', () => {
  test.each(REPLIES)('of %s with "%s" is classified as: %s', (command, reply, cause) => {
    expect(classifyRefusal(readRefusal(command, Number(reply.slice(0, 3)), reply))).toBe(cause)
  })
})
