/** Any value that JSON can carry, as every artifact, param and item is. */
export type Json = null | boolean | number | string | Json[] | JsonObject;

export type JsonObject = { [key: string]: Json };
