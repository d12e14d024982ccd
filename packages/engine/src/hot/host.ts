/** What this module asks of its owner. */

/** Is it time to stop? 0 for no. Asked every few hundred positions. */
export declare function poll(): i32
