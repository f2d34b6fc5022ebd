/** An ad click: the address whose first view is measured. */
export const arrival = "/survey/c?affid=7&oid=57&s1=abc&sub2=x&gclid=z";
